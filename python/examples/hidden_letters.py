# %% [markdown]
"""
# What do hidden letters change?

In the Letter Game every player is dealt some letters that no one else sees; all others are sold one by one. With
0 hidden letters a table of six sells 48 letters per round, with 7 only six. Here the same six players meet with 0
to 7 of them, and five questions are asked. It takes about a minute on two cores.

    python examples/hidden_letters.py [--games 180] [--seed 7] [--out DIR] [--format svg]

`# %%` starts a cell: VS Code, Spyder and Jupyter (with jupytext) open the file as a notebook, where the options
have the values written below. Pictures are shown; without a display they are written to the folder
`hidden-letters`, or to the one given with `--out`. The same seed and games give the same numbers on every
machine; the observations in the text refer to 180 games and seed 7.
"""

# %%
import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

import lettergame

Array = npt.NDArray[np.float64]

PLAYERS = ("champion", "seven-letter", "shadow", "frequency", "letter-value", "random")
HIDDEN = range(8)
ROUNDS = 10

parser = argparse.ArgumentParser(description="Plots what hidden letters change in the Letter Game.")
parser.add_argument("--games", type=int, default=180, help="games of each number of hidden letters")
parser.add_argument("--seed", type=int, default=7)
parser.add_argument("--out", type=Path, help="folder for the pictures, which are then not shown")
parser.add_argument("--format", choices=("png", "svg"), default="png")
arguments = parser.parse_args([] if "ipykernel" in sys.modules else None)
GAMES, SEED = arguments.games, arguments.seed
if GAMES < 2 * len(PLAYERS) or GAMES % len(PLAYERS):
    parser.error(
        f"--games {GAMES}: each deal is played {len(PLAYERS)} times, with every player in every seat, and an "
        f"interval needs two deals: give a multiple of {len(PLAYERS)}, {2 * len(PLAYERS)} or more"
    )
DEALS = GAMES // len(PLAYERS)
OUT = arguments.out or (Path("hidden-letters") if plt.get_backend().lower() == "agg" else None)

# %% [markdown]
# ## Playing
#
# `sweep` plays a tournament for each number of hidden letters. All have the same deals: the bags
# are shuffled the same way, but more of their letters are dealt and fewer sold. Tables are passed
# to polars without a copy, through Arrow.

# %%
runs = lettergame.sweep(players=PLAYERS, hidden=HIDDEN, rounds=ROUNDS, games=GAMES, seed=SEED)


def joined(tables: Iterable[lettergame.Table]) -> pl.DataFrame:
    """The tables of all runs as one, with the number of hidden letters."""
    frames = zip(HIDDEN, (table.to_polars() for table in tables))
    return pl.concat(frame.with_columns(hidden=pl.lit(hidden)) for hidden, frame in frames)


scores = joined(run.scores for run in runs.values())
standings = joined(run.standings for run in runs.values())
print(f"{scores.height // len(PLAYERS)} games, {DEALS} deals for each number of hidden letters, seed {SEED}")

# %% [markdown]
# ## What is independent here?
#
# Not the games: those of one deal share their letters, and only the seats change. The deal is the
# unit, and the intervals of `standings` are based on it: Student's t over deals. What `standings`
# does not contain (points per letter, differences between two players) is computed here in the same
# way, as the ratio of two totals over deals (W. G. Cochran, "Sampling Techniques", 1977, section
# 2.11). The last line checks this: for mean scores it must reproduce the intervals of `standings`,
# which are rounded to 0.01 points.


# %%
def reach(freedom: int) -> float:
    """The half-width of a 95 % interval in standard errors, by Student's t: the angle whose tangent is
    t / sqrt(freedom) has the density cos ** (freedom - 1)."""
    angles = np.linspace(0.0, np.pi / 2, 200_001)
    density = np.cos(angles) ** (freedom - 1)
    area = np.append(0.0, np.cumsum(density[1:] + density[:-1]))
    return float(np.sqrt(freedom) * np.tan(np.interp(0.95 * area[-1], area, angles)))


def ratio(totals: Array, sizes: Array) -> tuple[float, float, float]:
    """The totals of deals per unit of their sizes, with the bounds of its 95 % interval; NaN if
    there is nothing to divide by."""
    deals = len(totals)
    if sizes.sum() == 0:
        return np.nan, np.nan, np.nan
    mean = totals.sum() / sizes.sum()
    error = np.sqrt(((totals - mean * sizes) ** 2).sum() / (deals * (deals - 1))) / sizes.mean()
    half = reach(deals - 1) * error
    return float(mean), float(mean - half), float(mean + half)


def ratios(rows: pl.DataFrame, total: str, size: pl.Expr) -> pl.DataFrame:
    """The `ratio` of a column to `size`, for each player and number of hidden letters."""
    deals = rows.group_by("player", "hidden", "deal", maintain_order=True).agg(
        pl.col(total).sum().cast(pl.Float64).alias("total"), size.cast(pl.Float64).alias("size")
    )
    found = [
        (*key, *ratio(of_key["total"].to_numpy(), of_key["size"].to_numpy()))
        for key, of_key in deals.group_by("player", "hidden", maintain_order=True)
    ]
    return pl.DataFrame(found, ("player", "hidden", "mean", "low", "high"), orient="row").sort("hidden")


by_hand = ratios(scores, "score", pl.len()).join(standings, on=["player", "hidden"])
apart = by_hand.select(
    pl.max_horizontal(
        (pl.col("low") - pl.col("score_low")).abs(), (pl.col("high") - pl.col("score_high")).abs()
    ).max()
).item()
print(f"intervals of mean scores differ from those of the standings by {apart:.4f} points at most")

# %% [markdown]
# ## The style of the plots
#
# A player has the same colour (from the colour-blind-safe palette of M. Okabe and K. Ito) and the
# same mark everywhere, so the plots are readable in greyscale too. Lines are labelled directly. A
# footnote states what was played.

# %%
COLOURS: dict[str, str] = dict(zip(PLAYERS, ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#000000")))
MARKS: dict[str, str] = dict(zip(PLAYERS, "osD^vX"))
FOOTNOTE = (
    f"Letter Game, preset words, {ROUNDS} rounds, {len(PLAYERS)} players at a table; {DEALS} deals, each played "
    f"in {len(PLAYERS)} seatings: {GAMES} games\nfor each number of hidden letters; seed {SEED}; "
    f"lettergame {lettergame.__version__}."
)
REMARK: dict[str, Any] = {"ha": "right", "va": "top", "fontsize": 7, "color": "#666666"}
BARS = " Bars: 95 % intervals, Student's t over deals."

plt.rcParams.update(
    {
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#E4E4E4",
        "grid.linewidth": 0.6,
        "savefig.dpi": 200,
        "svg.fonttype": "none",
        "svg.hashsalt": "hidden-letters",
    }
)


def canvas(question: str, note: str, columns: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    """A figure with a question above and a footnote below."""
    layout = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.06)
    figure, axes = plt.subplots(1, columns, layout=layout, squeeze=False, **options)
    figure.suptitle(question, x=0.012, ha="left", fontsize=12, fontweight="bold")
    figure.supxlabel(FOOTNOTE + note, x=0.012, ha="left", fontsize=7, color="#555555")
    return figure, list(axes.flat)


def mark(player: str, size: float = 4.5) -> dict[str, Any]:
    """The marker style of a player."""
    return {"marker": MARKS[player], "markersize": size, "markeredgecolor": "white", "markeredgewidth": size / 9}


def name_ends(axes: Axes, ends: Mapping[str, float], gap: float) -> None:
    """Names at the right ends of lines, at least `gap` apart, as a fraction of the axis."""
    low, high = axes.get_ylim()
    order = sorted((name for name in ends if np.isfinite(ends[name])), key=lambda name: ends[name])
    places = np.array([(ends[name] - low) / (high - low) for name in order])
    steps = gap * np.arange(len(order))
    # names that overlap are centred on the mean of their preferred positions
    blocks: list[list[float]] = []
    for wanted in places - steps:
        blocks.append([wanted])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    settled = np.concatenate([np.full(len(block), np.mean(block)) for block in blocks]) + steps
    for name, place in zip(order, settled):
        weight = "bold" if name == PLAYERS[0] else "normal"
        where = (1.02, float(place))
        axes.annotate(name, where, xycoords="axes fraction", va="center", color=COLOURS[name], fontweight=weight)


def draw(axes: Axes, player: str, found: pl.DataFrame, aside: float = 0.0, size: float = 4.5) -> float:
    """A line over hidden letters with its intervals, slightly offset, without marks if their size
    is 0; returns its end."""
    mean = found["mean"].to_numpy()
    bars = np.stack([mean - found["low"].to_numpy(), found["high"].to_numpy() - mean])
    axes.errorbar(
        found["hidden"].to_numpy() + aside,
        mean,
        bars,
        color=COLOURS[player],
        linewidth=1.3,
        elinewidth=1.0,
        capsize=2,
        **mark(player, size),
    )
    return float(mean[-1])


def lines(axes: Axes, found: pl.DataFrame, unit: str, gap: float = 0.06) -> None:
    """A line for each player, with its name at the end."""
    asides = 0.05 * (np.arange(len(PLAYERS)) - (len(PLAYERS) - 1) / 2)  # so that error bars do not overlap
    ends = {
        player: draw(axes, player, found.filter(pl.col("player") == player).sort("hidden"), aside)
        for player, aside in zip(PLAYERS, asides)
    }
    axes.set(xlabel="hidden letters of each player", ylabel=unit, xticks=[*HIDDEN])
    name_ends(axes, ends, gap)


def finish(figure: Figure, name: str) -> None:
    """Writes a picture, if pictures are written to files."""
    if OUT is not None:
        OUT.mkdir(parents=True, exist_ok=True)
        figure.savefig(OUT / f"{name}.{arguments.format}", metadata={"Date": None})


# %% [markdown]
# ## Who profits from hidden letters?
#
# Everyone: a letter that is dealt costs nothing. The weak profit most: with 7 hidden letters
# `letter-value` has 248 points more than with none, the champion 69. `frequency` and `shadow` start
# out equal; from 3 to 6 hidden letters `frequency` is ahead.

# %%
means = standings.select("player", "hidden", mean="score", low="score_low", high="score_high")
for hidden in (0, 3, 7):
    for row in means.filter(pl.col("hidden") == hidden).sort("mean", descending=True).iter_rows(named=True):
        told = f"{row['mean']:6.1f} ({row['low']:.1f} to {row['high']:.1f})"
        print(f"{hidden} hidden letters, mean score of {row['player']:12} {told}")

figure, [axes] = canvas("Who profits from hidden letters?", BARS, figsize=(7, 4.4))
lines(axes, means, "mean score of a game [points]")
axes.axhline(100, color="#888888", linewidth=0.8, linestyle=":")
axes.annotate("points at the start", (7.4, 100), (0, -3), textcoords="offset points", **REMARK)
finish(figure, "scores")

# %% [markdown]
# ## How often does the best player win?
#
# With up to 3 hidden letters the champion wins 97 or more games out of 100, with 7 about half of
# them, and `seven-letter` a third. Intervals near 0 and 100 % are as wide as 30 deals leave them: a
# player that has won none of them may still win up to 12 games out of 100.

# %%
shares = standings.select(
    "player",
    "hidden",
    mean=100 * pl.col("win_share"),
    low=100 * pl.col("win_share_low"),
    high=100 * pl.col("win_share_high"),
)
none = shares.filter(pl.col("mean") == 0)["high"]
shown = shares.with_columns(pl.when(pl.col("mean") > 0).then(pl.col("low", "high")))
note = "\nA shared first place counts in parts."
if len(none):
    note += f" Without any there is no bar: it would go from 0 to {none[0]:.0f} %."
figure, [axes] = canvas("How often does the best one win?", BARS + note, figsize=(7, 4.4))
lines(axes, shown, "share of first places [%]")
axes.axhline(100 / len(PLAYERS), color="#888888", linewidth=0.8, linestyle=":")
axes.annotate("chance", (3.45, 100 / len(PLAYERS)), (0, 9), textcoords="offset points", **REMARK)
finish(figure, "first-places")

# %% [markdown]
# ## What does a letter cost, and what do words bring?
#
# The fewer letters are for sale, the more each costs: the champion pays 4 points for one if none
# are hidden, and 14 if 7 are. Its words and those of `seven-letter` stay at 60 points (50 of them
# for seven letters) until too few letters are sold to choose from. So the lead of the champion over
# `seven-letter` has two sources: with few hidden letters it pays less for equally good words, with
# 7 it pays as much and has better words.

# %%
prices = ratios(scores, "spent", pl.col("letters").sum())
words = ratios(scores, "word_points", ROUNDS * pl.len())
figure, panels = canvas("What do letters cost, and what do words bring?", BARS, 2, figsize=(9, 4.2))
lines(panels[0], prices, "price of a letter bought [points]", gap=0.065)
lines(panels[1], words, "worth of the word of a round [points]", gap=0.065)
finish(figure, "prices")

# %% [markdown]
# ## How different are single games?
#
# Each curve shows the share of a player's games that ended with at most this many points. With no
# hidden letters the champion's worst games are as good as typical ones of `seven-letter`. With 7
# the curves of four players are within 80 points of each other, while nine tenths of each player's
# games spread over about 200: one game says little about who plays better. There are no intervals
# here, since these are games, not deals.

# %%
figure, panels = canvas("How far apart are single games?", "", 3, figsize=(9, 3.9), sharex=True, sharey=True)
for axes, hidden in zip(panels, (0, 3, 7)):
    for player in PLAYERS:
        own = scores.filter((pl.col("hidden") == hidden) & (pl.col("player") == player))["score"].to_numpy()
        share = 100 * np.arange(1, len(own) + 1) / len(own)
        every = max(1, len(own) // 6)
        axes.step(
            np.sort(own),
            share,
            where="post",
            label=player,
            color=COLOURS[player],
            linewidth=1.4,
            markevery=(every // 2, every),
            **mark(player),
        )
    axes.set(xlabel="score of a game [points]", title=f"{hidden} hidden letters", ylim=(0, 100))
panels[0].set_ylabel("share of games with at most that score [%]")
names = panels[0].get_legend_handles_labels()
figure.legend(*names, loc="outside right center", frameon=False, handlelength=1.6)
finish(figure, "games")

# %% [markdown]
# ## How far is the champion ahead?
#
# All sit at one table, so the luck of the deal is in both scores and cancels in their difference:
# it is taken game by game, and its interval by deal. This plot shows whether two players differ,
# not overlapping bars in the plots above. The lead over `seven-letter` shrinks from 131 points to
# 24, but remains with any number of hidden letters: with 7 of them its interval is 17 to 31.

# %%
best, rivals = PLAYERS[0], PLAYERS[1:]
of_best = scores.filter(pl.col("player") == best).select("hidden", "game", best="score")
ahead = (
    scores.filter(pl.col("player") != best)
    .join(of_best, on=["hidden", "game"], maintain_order="left")
    .with_columns(ahead=pl.col("best") - pl.col("score"))
)
leads = ratios(ahead, "ahead", pl.len())
of_deals = ahead.group_by("player", "hidden", "deal", maintain_order=True).agg(pl.col("ahead").mean())
for row in leads.filter(pl.col("hidden") == HIDDEN[-1]).iter_rows(named=True):
    told = f"{row['mean']:.1f} ({row['low']:.1f} to {row['high']:.1f})"
    print(f"{row['hidden']} hidden letters, {best} ahead of {row['player']}: {told}")

note = " Grey: the mean of each deal."
question = f"By how much is the {best} ahead?"
figure, panels = canvas(question, BARS + note, len(rivals), figsize=(9, 3.8), sharey=True)
for axes, rival in zip(panels, rivals):
    deals, lead = (rows.filter(pl.col("player") == rival) for rows in (of_deals, leads))
    spots = deals["hidden"].to_numpy() + 0.6 * (deals["deal"].to_numpy() / DEALS - 0.5)
    axes.plot(spots, deals["ahead"], ".", color="#BBBBBB", markersize=2.5, markeredgewidth=0)
    draw(axes, rival, lead, size=0)
    axes.axhline(0, color="#444444", linewidth=0.8)
    axes.set_title(f"of {rival}", color=COLOURS[rival], fontsize=9)
    axes.set(xlabel="hidden letters", xticks=[*HIDDEN])
panels[0].set_ylabel("lead in a game [points]")
finish(figure, "lead")

# %%
if OUT is None:
    plt.show()
else:
    print(f"pictures in {OUT}")
