# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that tests bicliques for two classes of left vertices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, positive, require_scipy
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.results import Bicliques, contrasting
from cugraph_biclique.results.two_classes import two_classes

if TYPE_CHECKING:
    import cudf

Labels: TypeAlias = "Mapping[Any, Any] | pd.Series | cudf.Series"


def contrast(
    found: Bicliques, labels: Labels, *, draws: int = 1000, seed: int = 0
) -> Frame:
    """Find the bicliques that separate two classes of left vertices.

    Each biclique divides the left vertices into its members and the others. Fisher's
    exact test tells whether its members have the classes of a random choice: patients
    with a gene module and their diagnosis, or accounts of a ring and labels of fraud.

    Parameters
    ----------
    found : Bicliques
        The bicliques to test, such as a result of `maximal_bicliques`.
    labels : dict or Series
        From left labels to one of two classes, such as True and False, or "case" and
        "control". A Series has the left labels in its index. Left vertices without a
        class, or with a null, are left out of all numbers, and so are labels of
        vertices that are not in the graph.
    draws : int, default 1000
        Number of permutations of the classes. No corrected p-value is below
        1 / (1 + draws).
    seed : int, default 0
        Seed of the permutations, from 0 to 2^128 - 1. The same seed gives the same
        answer on every engine.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per biclique, in the order of the result:

        - ``biclique`` (int64)
        - ``n_A`` and ``n_B`` (int64), if the classes are A and B in ascending order:
          the left members of each class, such as ``n_False`` and ``n_True``
        - ``odds_ratio`` (float64): the odds of class B among the members, divided by
          those among the other vertices. It is above 1 if the biclique has more of B;
          infinite if all its members are B, or all other vertices are A; and NaN if 0
          is divided by 0.
        - ``p_fisher`` (float64): p-value of Fisher's exact test, two-sided, of this
          biclique alone
        - ``p_value`` (float64): (1 + k) / (1 + draws), where k permutations have a
          biclique with this ``p_fisher`` or a smaller one. It is corrected for all
          bicliques of `found` (family-wise).

    Raises
    ------
    TypeError
        `found` is not a `Bicliques`, `labels` neither a dict nor a Series, or `draws`
        or `seed` no integer.
    ValueError
        `labels` has a vertex twice, or not exactly two classes of left vertices; or
        `draws` or `seed` is out of range.
    ImportError
        SciPy is not installed.

    See Also
    --------
    Bicliques.p_values : which bicliques the degrees explain, without classes.

    Notes
    -----
    The correction is the single-step adjustment by the least p-value of Westfall and
    Young [1]_. Bicliques that overlap have similar tests, and the permutations keep
    this dependence, so it is less strict than Bonferroni's correction [2]_. The
    bicliques must be chosen without a look at the classes. A permutation exchanges all
    vertices with a class: if a third property explains both the class and the edges,
    such as a batch or a country, test each of its values alone.

    The counts are sums over members on the engine that found the bicliques. One sum
    counts several permutations, and takes time linear in the number of left members.

    References
    ----------
    .. [1] P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", Wiley,
       1993.
    .. [2] F. Llinares-Lopez, M. Sugiyama, L. Papaxanthos, K. Borgwardt, "Fast and
       Memory-Efficient Significant Pattern Mining via Permutation Testing", KDD 2015.

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame(
    ...     [(patient, gene) for patient in range(6) for gene in "ab"]
    ...     + [(patient, "c") for patient in range(12)],
    ...     columns=["patient", "gene"],
    ... )
    >>> is_case = pd.Series([True] * 6 + [False] * 6)  # patients 0 to 11
    >>> found = cb.maximal_bicliques(edges, sort=True)
    >>> cb.contrast(found, is_case, draws=99).round(3)
       biclique  n_False  n_True  odds_ratio  p_fisher  p_value
    0         0        0       6         inf     0.002     0.01
    1         1        6       6         NaN     1.000     1.00
    """
    if not isinstance(found, Bicliques):
        raise TypeError(
            f"found must be Bicliques, not {full_name(found)}: pass the result of "
            "cugraph_biclique.maximal_bicliques, for the edges in one frame"
        )
    draws, seed = positive("draws", draws), check_seed(seed)
    require_scipy("contrast")
    classes = two_classes(found._graph, labels)
    tested = contrasting.contrast(found, classes, draws, seed)
    counts = [f"n_{name}" for name in classes.names]
    names = [*counts, "odds_ratio", "p_fisher", "p_value"]
    columns = {"biclique": np.arange(len(found))} | dict(
        zip(names, tested, strict=True)
    )
    frame: Frame = found._frames.frame(columns)
    return frame
