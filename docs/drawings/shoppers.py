# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The shoppers and goods of what_is_a_biclique.md."""

GOODS = {
    "Ann": ["bread", "butter"],
    "Bob": ["bread", "butter", "jam"],
    "Cem": ["bread", "butter", "jam", "milk"],
    "Dee": ["jam", "milk", "tea"],
    "Eva": ["milk", "tea"],
}
ALL_GOODS = ["bread", "butter", "jam", "milk", "tea"]
