# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Association rules between the parts of closed itemsets."""

from __future__ import annotations

from itertools import chain
from math import isfinite, isnan
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import pandas as pd

from cugraph_biclique.api.itemsets import frozensets
from cugraph_biclique.arguments import one_of, positive, shown
from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.results.cpu.distinct import Table, new_table
from cugraph_biclique.results.cpu.hypergeometric import upper_tails
from cugraph_biclique.results.cpu.members import sort_members
from cugraph_biclique.results.cpu.rules import Divisions, divisions, fill_parts

Metric = Literal[
    "antecedent support", "consequent support", "support", "confidence", "lift",
    "representativity", "leverage", "conviction", "zhangs_metric", "jaccard",
    "certainty", "kulczynski",
]  # fmt: skip
METRICS = get_args(Metric)
MOST_DIVISIONS = 1 << 26  # of itemsets into an antecedent and a consequent
MOST_RULES = 1 << 23  # of a frame; each takes about a kilobyte
BASIS = "list only the rules that the others follow from, with Bicliques.covers"
COUNTING = 1e-3  # a support times the number of baskets is this close to an integer,
ROUNDING = 1e-7  # apart from this relative error, of supports in float32
SLACK = 1e-12  # below a threshold, for the rounding errors of metrics of shares


class _Itemsets(NamedTuple):
    """Itemsets as numbers of their items, which are in ascending order."""

    items: list[Any]  # by number
    lists: MemberLists
    support: np.ndarray  # float64, numbers of baskets; shares if `n` is not known
    n: int | None = None  # number of all baskets


def association_rules(
    itemsets: pd.DataFrame,
    metric: Metric = "confidence",
    min_threshold: float = 0.8,
    *,
    num_itemsets: int | None = None,
) -> pd.DataFrame:
    """List association rules, from closed itemsets alone.

    A rule divides an itemset into an antecedent and a consequent: baskets with all
    items of the antecedent often have those of the consequent, too. The columns are
    those of ``mlxtend.frequent_patterns.association_rules``, and a p-value. Unlike that
    function, this one does not need the other frequent itemsets. The support of any
    part of a closed itemset is that of its smallest closed superset.

    Parameters
    ----------
    itemsets : pandas.DataFrame
        The answer of `closed_itemsets`, or any frame with the columns ``support``
        (shares of the baskets) and ``itemsets`` (sets of items). It must have all
        closed itemsets from some support on, except those above some number of items. A
        frame of all frequent itemsets, as of ``fpgrowth``, has them.
    metric : str, default "confidence"
        The column that decides which rules are listed: any of those below from
        "antecedent support" to "kulczynski".
    min_threshold : float, default 0.8
        The least value of the metric. Rules with exactly this value are listed.
    num_itemsets : int, optional
        The number of baskets. The answer of `closed_itemsets` has it in its ``attrs``.
        Without it, p-values are NaN, and metrics have larger rounding errors.

    Returns
    -------
    pandas.DataFrame
        One row per rule, in the order of the itemsets. Rules of an itemset are in the
        order of the sizes of their antecedents, the largest first. With s(X) for the
        support of X, and A and C for the two parts, the columns are:

        - ``antecedents``, ``consequents``: frozensets.
        - ``antecedent support``, ``consequent support``, ``support``: s(A), s(C), and
          s(A and C).
        - ``confidence``: s(A and C) / s(A).
        - ``lift``: confidence / s(C).
        - ``representativity``: 1, as no basket is left out.
        - ``leverage``: s(A and C) - s(A) s(C).
        - ``conviction``: (1 - s(C)) / (1 - confidence), infinite for a confidence of 1.
        - ``zhangs_metric``: leverage / max(s(A and C) (1 - s(A)), s(A) (s(C) -
          s(A and C))), and 0 if this is 0 / 0.
        - ``jaccard``: s(A and C) / (s(A) + s(C) - s(A and C)).
        - ``certainty``: (confidence - s(C)) / (1 - s(C)), and 0 if this is 0 / 0.
        - ``kulczynski``: the mean of the confidences of both directions.
        - ``p_value``: of Fisher's exact test. If A and C are in random baskets, each in
          as many as now, it is the probability that at least as many baskets as now
          have both. It is not corrected for the number of rules.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, an itemset is there twice, the supports
        are not shares of `num_itemsets` baskets, or there are too many rules or parts
        of itemsets: more than 8,388,608 or 67,108,864.

    See Also
    --------
    Bicliques.covers : the rules between neighbours, from which the others follow.

    Notes
    -----
    Only itemsets of the frame are divided. This leaves out no information: another
    itemset has the support of its closure [1]_. So a rule of this closure has the same
    antecedent, support and confidence, and more items in the consequent. The p-value is
    that of the one-sided test [2]_. For more than a million baskets, its relative error
    may be 1e-8.

    An itemset of k items has 2^k - 2 divisions, and each one takes constant time, apart
    from a factor of k. Memory is linear in the number of itemsets and of rules, and in
    2^k for the longest itemset.

    References
    ----------
    .. [1] N. Pasquier, Y. Bastide, R. Taouil, L. Lakhal, "Discovering frequent closed
       itemsets for association rules", ICDT 1999.
    .. [2] R. A. Fisher, "The Design of Experiments", 1935.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> baskets = [["milk", "bread"], ["milk", "bread", "jam"], ["bread"], ["milk"]]
    >>> closed = cb.closed_itemsets(baskets, min_support=0.25)
    >>> rules = cb.association_rules(closed, metric="lift", min_threshold=1.5)
    >>> for rule in rules.itertuples():
    ...     print(*sorted(rule.antecedents), "->", *sorted(rule.consequents))
    bread milk -> jam
    jam -> bread milk
    >>> rules[["support", "confidence", "lift"]]
       support  confidence  lift
    0     0.25         0.5   2.0
    1     0.25         1.0   2.0
    """
    _check_metric(metric, min_threshold)
    sets = _numbered(itemsets)
    listed = itemsets.attrs.get("num_closed", 0)
    if len(itemsets) < listed:
        raise ValueError(
            f"itemsets has {len(itemsets):,} of the {listed:,} closed itemsets that "
            "were found, and supports of others cannot be computed without them: pass "
            "all, and filter the rules"
        )
    n = num_itemsets
    if n is None:
        n = itemsets.attrs.get("num_itemsets") or None  # 0 without any basket
    if n is not None:
        n = positive("num_itemsets", n)
        sets = sets._replace(support=_counts(sets.support, n), n=n)
    table = _distinct_table(sets)
    rules = _rules(sets, table, metric, min_threshold)
    return _frame(_in_order(rules), sets)


def _check_metric(metric: Any, min_threshold: Any) -> None:
    """Raise an error unless a metric is known, and its threshold a number."""
    one_of("metric", metric, METRICS)
    if isinstance(min_threshold, bool) or not isinstance(
        min_threshold, int | float | np.integer | np.floating
    ):
        raise TypeError(
            f"min_threshold must be a number, not {type(min_threshold).__name__} "
            f"({shown(min_threshold)}): pass the least value of the metric"
        )
    try:
        is_nan = isnan(min_threshold)
    except OverflowError:
        raise ValueError(
            f"min_threshold={shown(min_threshold)} is too large: pass the least value "
            "of the metric, such as 0.8"
        ) from None
    if is_nan:
        raise ValueError(
            "min_threshold is NaN: pass the least value of the metric, such as 0.8"
        )


def _numbered(itemsets: Any) -> _Itemsets:
    """Check a frame of itemsets, and number the items."""
    if not isinstance(itemsets, pd.DataFrame):
        raise TypeError(
            f"itemsets must be a pandas frame, not {type(itemsets).__name__}: pass the "
            "answer of closed_itemsets"
        )
    if absent := {"support", "itemsets"} - set(itemsets.columns):
        names = " and no column ".join(map(repr, sorted(absent)))
        raise ValueError(
            f"itemsets has no column {names}: pass the answer of closed_itemsets"
        )
    sets = itemsets["itemsets"].tolist()
    for row, each in enumerate(sets):
        if not isinstance(each, frozenset | set):
            raise TypeError(
                f"row {row} of itemsets has {shown(each)}, which is not a set: pass "
                "the answer of closed_itemsets"
            )
    items = _in_order_of_items(set(chain.from_iterable(sets)))
    number = {item: i for i, item in enumerate(items)}
    sizes = np.fromiter(map(len, sets), np.int64, len(sets))
    where = np.concatenate([[0], np.cumsum(sizes)])
    flat = map(number.__getitem__, chain.from_iterable(sets))
    members = np.fromiter(flat, np.int32, where[-1])
    sort_members(where, members)
    support = _supports(itemsets["support"])
    full = sizes > 0  # the empty itemset has no parts
    if not full.all():
        where, support = np.concatenate([[0], np.cumsum(sizes[full])]), support[full]
    return _Itemsets(items, MemberLists(where, members), support)


def _in_order_of_items(items: set[Any]) -> list[Any]:
    """Return items in an order that does not depend on their hashes."""
    try:
        return sorted(items)
    except TypeError:  # of several types, or without an order
        return sorted(items, key=lambda item: (type(item).__name__, repr(item)))


def _supports(column: pd.Series) -> np.ndarray:
    """Return supports as float64, or raise an error unless each is above 0, and at most
    1."""
    try:
        support = column.to_numpy(np.float64)
    except (TypeError, ValueError):
        support = np.full(len(column), np.nan)
    wrong = ~((support > 0) & (support <= 1))
    if wrong.any():
        value = column.tolist()[wrong.argmax()]
        raise ValueError(
            f"itemsets has the support {shown(value)}, which is not a share of the "
            "baskets: pass numbers above 0, and at most 1"
        )
    return support


def _counts(support: np.ndarray, n: int) -> np.ndarray:
    """Return the numbers of baskets, or raise an error unless n baskets can have these
    supports."""
    count = support * n
    wrong = np.abs(count - np.round(count)) > COUNTING + ROUNDING * count
    if wrong.any():
        raise ValueError(
            f"a support of {support[wrong.argmax()]} is not a share of "
            f"num_itemsets={n:,} baskets: pass the number of all baskets, with those "
            "that have no items"
        )
    return np.round(count)


def _distinct_table(sets: _Itemsets) -> Table:
    """Enter itemsets in a hash table, or raise an error if one is there twice, or if
    they have too many parts."""
    table, first = new_table(sets.lists, len(sets.items))
    again = np.flatnonzero(first != np.arange(len(first)))
    if len(again):
        where, members = sets.lists
        twice = members[where[again[0]] : where[again[0] + 1]]
        raise ValueError(
            f"itemsets has {shown({sets.items[i] for i in twice})} twice: drop "
            "duplicates"
        )
    n = sum((1 << int(size)) - 2 for size in np.diff(sets.lists.where))
    if n > MOST_DIVISIONS:
        longest = int(np.diff(sets.lists.where).max())
        raise ValueError(
            f"the itemsets, of up to {longest} items, have {n:,} parts that may be "
            f"antecedents, but at most {MOST_DIVISIONS:,} are examined: pass "
            "a larger min_support or a smaller max_len to closed_itemsets, or "
            f"{BASIS}"
        )
    return table


def _rules(
    sets: _Itemsets, table: Table, metric: Metric, min_threshold: float
) -> Divisions:
    """Return the divisions whose metric is at least `min_threshold`."""
    least = min_threshold
    if sets.n is None and isfinite(least):
        least -= SLACK * max(1, abs(least))
    none = (np.empty(0, t) for t in (np.int64, np.uint64, np.float64, np.float64))
    parts = [Divisions(*none)]
    n = 0
    for found in divisions(sets.lists, sets.support, table):
        both = sets.support[found.itemset]
        values = _metrics(both, found.first, found.second, sets.n)[metric]
        kept = np.flatnonzero(values >= least)
        n += len(kept)
        if n > MOST_RULES:
            raise ValueError(
                f"more than {MOST_RULES:,} rules reach min_threshold={min_threshold}: "
                f"pass a larger min_threshold, or {BASIS}"
            )
        parts.append(Divisions(*(column[kept] for column in found)))
    return Divisions(*map(np.concatenate, zip(*parts, strict=True)))


def _in_order(rules: Divisions) -> Divisions:
    """Sort by itemset, then by the size of the antecedent, the largest first."""
    size = np.bitwise_count(rules.mask).astype(np.int8)
    order = np.lexsort((rules.mask, -size, rules.itemset))
    return Divisions(*(column[order] for column in rules))


def _frame(rules: Divisions, sets: _Itemsets) -> pd.DataFrame:
    """Return a frame of rules."""
    both = sets.support[rules.itemset]
    columns: dict[str, Any] = {
        "antecedents": _parts(rules, sets, True),
        "consequents": _parts(rules, sets, False),
        **_metrics(both, rules.first, rules.second, sets.n),
        "p_value": _p_values(both, rules.first, rules.second, sets.n),
    }
    return pd.DataFrame(columns, copy=False)


def _parts(rules: Divisions, sets: _Itemsets, is_first: bool) -> pd.Series:
    """Return the antecedents or the consequents as frozensets."""
    sizes = np.bitwise_count(rules.mask).astype(np.int64)
    if not is_first:
        sizes = np.diff(sets.lists.where)[rules.itemset] - sizes
    where = np.concatenate([[0], np.cumsum(sizes)])
    members = np.empty(where[-1], np.int32)
    fill_parts(rules.itemset, rules.mask, sets.lists, is_first, members)
    return pd.Series(frozensets(where, members, sets.items), dtype=object)


def _metrics(
    both: np.ndarray, first: np.ndarray, second: np.ndarray, n: int | None
) -> dict[str, np.ndarray]:
    """Return all metrics of rules, in the order of mlxtend.

    The formulas of mlxtend, as fractions of numbers of baskets: these are exact in
    float64, so the quotient is the number nearest to the metric. 12 / 15 is 0.8, and
    (12 / 20) / (15 / 20) is less. Without n, the numbers are shares.
    """
    n = 1 if n is None else n
    product = first * second
    excess = both * n - product
    most = np.maximum(both * (n - first), first * (second - both))
    with np.errstate(divide="ignore", invalid="ignore"):
        conviction = np.where(
            both < first, first * (n - second) / (n * (first - both)), np.inf
        )
        zhang = np.where(most == 0, 0.0, excess / most)
        certainty = np.where(second == n, 0.0, excess / (first * (n - second)))
    values = (
        first / n, second / n, both / n, both / first, both * n / product,
        np.ones(len(both)), excess / n**2, conviction, zhang,
        both / (first + second - both), certainty,
        both * (first + second) / (2 * product),
    )  # fmt: skip
    return dict(zip(METRICS, values, strict=True))


def _p_values(
    both: np.ndarray, first: np.ndarray, second: np.ndarray, n: int | None
) -> np.ndarray:
    """Return the p-values of Fisher's exact test for numbers of n baskets; NaN if n is
    None."""
    if n is None:
        return np.full(len(both), np.nan)
    counts = np.stack([both, first, second]).astype(np.int64)
    return upper_tails(counts[0], counts[1], counts[2], n)
