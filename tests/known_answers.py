# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Answers for real graphs, each found by at least two independent programs.

The graphs are read from the folder of `conftest.DATASETS`; u is the left side.
"""

# graph: (left vertices, right vertices, edges, maximal bicliques)
MAXIMAL = {
    "southern-women": (18, 14, 89, 63),
    "unicodelang": (254, 614, 1_255, 460),
    "moreno_crime": (829, 551, 1_476, 620),
    "opsahl-ucforum": (899, 522, 7_089, 16_261),
    "arules-groceries": (9_835, 169, 43_367, 149_502),
    "lastfm-hetrec": (1_880, 4_489, 52_668, 163_436),
    "movielens-10m_ui": (4_009, 7_601, 55_484, 2_365_457),
    "movielens-10m_ti": (16_528, 7_601, 71_154, 140_266),
    "marvel": (12_942, 6_486, 96_662, 206_135),
    "foursquare-checkin": (2_321, 5_596, 98_258, 3_723_101),
    "dbpedia-writer": (89_355, 46_213, 144_340, 57_222),
    "fimi-mushroom": (8_124, 119, 186_852, 238_709),
    "citeulike-a": (5_551, 16_980, 204_986, 572_939),
    "youtube-groupmemberships": (94_238, 30_087, 293_360, 1_826_587),
    "bms-webview2": (77_512, 3_340, 358_278, 1_691_049),
    "pinterest": (37_501, 9_836, 1_000_154, 15_871_134),
}

# graph: {(p, q): count}, p vertices from the left and q from the right
COUNTS = {
    "movielens-10m_ti": {
        (2, 2): 959_491,
        (3, 3): 2_578_855,
        (4, 4): 4_213_666,
        (5, 5): 6_369_776,
        (6, 6): 9_938_040,
        (4, 8): 1_045_312_282,
        (8, 4): 2_087_300,
    },
    "dbpedia-writer": {
        (2, 2): 126_753,
        (3, 3): 155_958,
        (4, 4): 148_789,
        (5, 5): 3_665,
        (8, 4): 30_232_184,
        (4, 8): 0,
    },
    "marvel": {
        (3, 3): 462_550_547,
        (4, 4): 8_634_112_357,
        (5, 5): 17_564_422_616,
        (8, 8): 4_316_588_655,
    },
    "lastfm-hetrec": {(3, 3): 651_312, (5, 5): 28_592, (8, 8): 0},
    "citeulike-a": {
        (3, 3): 4_712_134_009,
        (4, 4): 1_431_844_029_772,
        (5, 5): 274_097_583_102_843,
        (8, 8): 211_230_873_540_342_722_050,  # one program, with 128-bit integers
    },
    "youtube-groupmemberships": {
        (2, 2): 12_540_261,
        (3, 3): 146_517_782,
        (4, 4): 626_892_852,
        (5, 5): 1_260_503_264,
        (6, 6): 1_309_342_703,
        (7, 7): 726_419_363,
        (8, 8): 205_411_586,
        (4, 8): 40_118_562_341,
        (8, 4): 5_782_014_441_977,
    },
}
