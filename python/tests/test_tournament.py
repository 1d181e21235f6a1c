"""Tournaments: the same config gives the bytes of the command line, in memory, in parts and in folders."""

import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import lettergame
from bots import LetterValue
from conftest import needed, same_files

CASES = [
    dict(players=["letter-value", "random"], rounds=2, games=40, seed=7, record="plies"),
    dict(players=["marginal", "random", "zero"], game="auction", hidden=0, games=30, seed=1,
         rounds=3, schedule="round-robin", record="rounds"),
    dict(players=["score", "random"], game="scrabble", games=4, seed=3),
    dict(players=["greedy", "random", "random"], game="marrakech", games=6, seed=5, record="plies"),
    dict(players=["seed", "optimal"], game="wordgame", games=10, seed=9, record="rounds"),
    dict(players=["random", "letter-value", "zero", "flat"], schedule="knockout", group_size=2,
         rounds=1, games=6, seed=2),
]


def arguments(case):
    """The same settings as command-line options."""
    args = ["--quiet"]
    for key, value in case.items():
        text = ",".join(value) if key == "players" else str(value)
        args += [f"--{key.replace('_', '-')}", text]
    return args


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("game", case.get("schedule", "auction")))
def test_the_same_config_gives_the_same_bytes(case, run, tmp_path):
    told = run("tournament", *arguments(case), "--out", tmp_path / "cli")
    assert told.returncode == 0, told.stderr
    results = lettergame.tournament(out=tmp_path / "py", **case)
    same_files(tmp_path / "cli", tmp_path / "py")
    in_memory = lettergame.tournament(threads=1, **case)
    for name in ("scores", "rounds", "plies", "standings", "ranking"):
        file = tmp_path / "cli" / f"{name}.csv"
        if file.exists():
            assert getattr(results, name).csv == file.read_bytes()
            assert getattr(in_memory, name).csv == file.read_bytes()
        else:
            with pytest.raises(lettergame.LettergameError):
                getattr(results, name)
    assert (tmp_path / "cli/config.toml").read_text().startswith(
        "# This run can be repeated: lettergame tournament THIS-FILE --out ELSEWHERE\n" + results.config
    )
    assert in_memory.config == results.config
    assert in_memory.fingerprint == results.fingerprint


def test_a_config_may_be_a_file_a_text_a_dict_or_keywords(tmp_path):
    text = 'players = ["zero", "random"]\ngames = 4\nseed = 1\n[rules]\nrounds = 1\n'
    file = tmp_path / "config.toml"
    file.write_text(text)
    as_dict = {"players": ["zero", "random"], "games": 4, "seed": 1, "rules": {"rounds": 1}}
    wanted = lettergame.tournament(players="zero, random", games=4, seed=1, rounds=1).scores.csv
    for config in (file, str(file), text, as_dict):
        assert lettergame.tournament(config).scores.csv == wanted
    more = lettergame.tournament(file, games=6)
    assert more.scores.csv.startswith(wanted) and more.games == range(6)
    read = lettergame.Config(file, hidden=5)
    assert (read.total, read.seed, read.game, read.players) == (4, 1, "auction", ["zero", "random"])
    assert "hidden = 5" in read.toml
    assert lettergame.tournament(read).config == read.toml
    with pytest.raises(lettergame.LettergameError, match="pass games when creating it"):
        lettergame.tournament(read, games=3)


def test_a_missing_seed_is_drawn_once():
    config = lettergame.Config(players=["random"], rounds=1, games=2)
    assert lettergame.tournament(config).scores.csv == lettergame.play_games(config).scores.csv
    assert lettergame.Config(players=["random"]).seed != config.seed


@pytest.mark.parametrize("case", CASES[:5], ids=lambda case: case.get("game", "auction"))
def test_parts_are_pure_functions_of_their_numbers(case):
    config = lettergame.Config(**case)
    whole = lettergame.play_games(config)
    cuts = [0, 1, config.total // 2, config.total]
    for name in ("scores", "rounds", "plies"):
        if name == "scores" or name == case.get("record") or case.get("record") == "plies" and name != "rounds":
            joined = b"".join(
                lettergame.play_games(config, start, end - start, threads=2).rows(name)
                for start, end in zip(cuts, cuts[1:])
            )
            table = getattr(whole, name).csv
            assert table == table[: table.index(b"\n") + 1] + joined
    assert lettergame.play_games(config, 2, 0).rows() == b""


def test_a_config_travels(tmp_path):
    """A pickled config is the same config in another process, with any players; or it is
    rejected."""
    words = tmp_path / "words.txt"
    words.write_text("TEA\nEAT\nAT\nRETAINS\n")
    config = lettergame.Config(players=[LetterValue, "random"], games=6, rounds=1, lexicon=words)
    sent = pickle.dumps(config)
    script = "import pickle, sys, lettergame; config = pickle.load(sys.stdin.buffer); " \
        "sys.stdout.buffer.write(lettergame.play_games(config, 2, 3).rows())"
    told = subprocess.run([sys.executable, "-c", script], input=sent, capture_output=True, check=True,
                          cwd=Path(__file__).parent)
    assert told.stdout == lettergame.play_games(config, 2, 3).rows()
    assert pickle.loads(sent).fingerprint == config.fingerprint
    words.write_text("TEA\nEAT\nAT\n")
    with pytest.raises(lettergame.LettergameError, match="word list differs"):
        pickle.loads(sent)
    other = sent.replace(lettergame.__version__.encode(), b"9" * len(lettergame.__version__))
    with pytest.raises(lettergame.LettergameError, match="install the same version"):
        pickle.loads(other)


def test_parts_make_the_same_folder_as_one_machine(run, tmp_path):
    case = CASES[0]
    assert run("tournament", *arguments(case), "--out", tmp_path / "cli").returncode == 0
    config = lettergame.Config(**case)
    parts = (lettergame.play_games(config, start, 7 if start < 35 else None) for start in range(0, 40, 7))
    made = lettergame.assemble(config, parts, tmp_path / "py")
    same_files(tmp_path / "cli", tmp_path / "py")
    assert made.games == range(40)
    # so can plain data, as received from other machines
    parts = [lettergame.play_games(config, 0, 25).parts, lettergame.play_games(config, 25).parts]
    lettergame.assemble(config, parts, tmp_path / "py", force=True)
    same_files(tmp_path / "cli", tmp_path / "py")
    assert run("verify", tmp_path / "py").returncode == 0


def test_parts_with_gaps_or_duplicates_are_refused(tmp_path):
    config = lettergame.Config(players=["zero", "random"], games=20, rounds=1, seed=1)
    one, two = lettergame.play_games(config, 0, 5), lettergame.play_games(config, 5)
    other = lettergame.play_games(config, 10)
    for place, parts in enumerate([[one], [two], [one, other], [one, one], [one, two, other, one]]):
        with pytest.raises(lettergame.LettergameError):
            lettergame.assemble(config, parts, tmp_path / str(place))
    with pytest.raises(lettergame.LettergameError, match="the first 5 of 20 games"):
        lettergame.assemble(config, [one], tmp_path / "gap")
    with pytest.raises(ZeroDivisionError):
        lettergame.assemble(config, (1 / 0 for _ in range(1)), tmp_path / "raises")
    strange = lettergame.play_games(config, 0, 5).parts
    with pytest.raises(lettergame.LettergameError):
        lettergame.assemble(lettergame.Config(players=["zero", "random"], games=10, rounds=1, seed=2),
                            [strange], tmp_path / "strange")


def test_missing_games_are_refused():
    config = lettergame.Config(players=["zero", "random"], games=20, rounds=1, seed=1)
    with pytest.raises(lettergame.LettergameError, match="the config has 20 games, from 0"):
        lettergame.play_games(config, 15, 6)
    with pytest.raises(lettergame.LettergameError, match="counted from 0"):
        lettergame.play_games(config, -1, 6)
    staged = lettergame.Config(**CASES[5])
    with pytest.raises(lettergame.LettergameError, match="play all of them at once, or .* with the results of those before"):
        lettergame.play_games(staged, staged.total - 2, 2)
    assert lettergame.play_games(staged, 0, 2).games == range(2)


def test_shards_and_resume_match_the_command_line(run, tmp_path):
    case = dict(players=["zero", "random"], games=30, rounds=1, seed=4)
    for index in (1, 2, 3):
        lettergame.tournament(out=tmp_path / str(index), shard=f"{index}/3", **case)
    told = run("merge", *(tmp_path / str(index) for index in (1, 2, 3)), "--out", tmp_path / "merged")
    assert told.returncode == 0, told.stderr
    whole = lettergame.tournament(out=tmp_path / "whole", **case)
    assert (tmp_path / "merged/scores.csv").read_bytes() == whole.scores.csv
    scores = tmp_path / "whole/scores.csv"
    scores.write_bytes(whole.scores.csv[:1500])
    (tmp_path / "whole/part.json").unlink()
    assert lettergame.resume(tmp_path / "whole").scores.csv == (tmp_path / "merged/scores.csv").read_bytes()


def test_a_folder_is_not_overwritten(tmp_path):
    case = dict(players=["zero"], games=2, rounds=1, seed=4)
    lettergame.tournament(out=tmp_path / "run", **case)
    with pytest.raises(lettergame.LettergameError, match="exists and is not empty; pass force=True") as error:
        lettergame.tournament(out=tmp_path / "run", **case)
    assert f'lettergame.resume("{tmp_path / "run"}") to resume it' in str(error.value)
    lettergame.tournament(out=tmp_path / "run", force=True, **case)


def test_sweeps_have_a_run_for_each_value(run, tmp_path):
    case = dict(players=["zero", "random"], games=4, rounds=1, seed=4)
    results = lettergame.sweep(hidden=range(2), **case)
    assert list(results) == ["hidden-0", "hidden-1"]
    in_folders = lettergame.sweep(hidden=[0, 1], out=tmp_path / "sweep", **case)
    assert (tmp_path / "sweep/hidden-1/scores.csv").read_bytes() == results["hidden-1"].scores.csv
    assert in_folders["hidden-0"].scores.csv == results["hidden-0"].scores.csv
    with pytest.raises(lettergame.LettergameError, match="a sweep of 2 runs"):
        lettergame.tournament(hidden=[0, 1], **case)


def test_tables_are_read_by_pandas_polars_and_pyarrow():
    pandas, polars = needed("pandas"), needed("polars")
    pyarrow = needed("pyarrow")
    results = lettergame.tournament(players=["zero", "random"], games=100, rounds=2, seed=4, record="plies")
    scores = results.scores
    assert scores.columns["game"] == "int64" and scores.columns["seed"] == "string"
    assert scores.columns["win"] == "float64" and scores.columns["word_points"] == "int64"
    frame = scores.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 200
    assert scores.to_polars().equals(polars.DataFrame(scores))
    table = pyarrow.table(scores)
    assert table.num_rows == 200 and table.column("seat").to_pylist()[:4] == [0, 1, 0, 1]
    summary = results.summary()
    means = frame.groupby("player")["score"].mean()
    for player, row in summary.items():
        assert row["score"] == pytest.approx(means[player], abs=5e-3)
    assert results.standings.to_pandas().set_index("player")["games"].to_dict() == {
        player: row["games"] for player, row in summary.items()
    }
    words = results.rounds.to_polars()
    assert words.schema["word"] == polars.String and len(words) == 400
    assert results.plies.to_pandas()["move"].str.startswith("bid").any()


def test_letters_and_words_are_counts_per_game_and_text_per_round():
    auction = lettergame.tournament(players=["zero", "random"], games=4, rounds=2, seed=4, record="rounds")
    assert auction.scores.columns["letters"] == "int64" and auction.rounds.columns["letters"] == "string"
    hands = lettergame.tournament(game="wordgame", players=["seed", "optimal"], games=4, seed=4, record="rounds")
    assert hands.scores.columns["words"] == "int64" and hands.rounds.columns["words"] == "string"


def test_intervals_are_numeric_even_if_missing():
    one_deal = lettergame.tournament(players=["zero", "random"], games=2, rounds=1, seed=4)
    assert one_deal.summary()["zero"]["score_low"] is None
    ends = [f"{what}_{end}" for what in ("win_share", "score", "rating") for end in ("low", "high")]
    assert {one_deal.standings.columns[end] for end in ends} == {"float64"}


def test_tables_of_folders_are_read_from_their_files(tmp_path):
    polars = needed("polars")
    case = dict(players=["zero", "random"], games=50, rounds=2, seed=4)
    kept, written = lettergame.tournament(**case), lettergame.tournament(out=tmp_path / "run", **case)
    assert polars.DataFrame(kept.scores).equals(polars.DataFrame(written.scores))
    assert written.folder == tmp_path / "run" and kept.folder is None


def test_progress_is_reported_and_callback_errors_end_the_run():
    seen = []
    lettergame.tournament(players=["zero", "random"], games=6000, rounds=10, seed=4,
                          progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen) and seen[-1] == (6000, 6000)

    def fails(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        lettergame.tournament(players=["zero", "random"], games=10_000_000, seed=4, progress=fails)


def test_other_python_threads_run_meanwhile():
    counted, ended = [0], threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    lettergame.tournament(players=["marginal", "random"], games=400, seed=4, threads=1)
    ended.set()
    thread.join()
    assert counted[0] > 5


INTERRUPTED = """
import sys, lettergame
try:
    lettergame.tournament(players=["letter-value", "random"], games=100_000_000, seed=1, out=sys.argv[1],
                          progress=lambda done, total: done and print("playing", flush=True))
except KeyboardInterrupt as error:
    print("stopped:", error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_and_keeps_the_games_played(tmp_path):
    script = [sys.executable, "-c", INTERRUPTED, str(tmp_path / "run")]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "playing\n"
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=60)[0]
    assert "stopped: interrupted after" in rest and "resume with: lettergame.resume(" in rest
    assert (tmp_path / "run/scores.csv").read_bytes().count(b"\n") > 2


def test_a_game_can_be_replayed(run, tmp_path):
    case = dict(players=["letter-value", "random"], rounds=1, games=4, seed=7)
    results = lettergame.tournament(out=tmp_path / "run", **case)
    told = lettergame.replay(tmp_path / "run", 3)
    lines = run("replay", tmp_path / "run", "--game", 3, "--format", "json").stdout.splitlines()
    assert len(told["plies"]) == len(lines) - 2
    assert told["players"] == ["random", "letter-value"]
    rows = [line.split(",") for line in results.scores.csv.decode().splitlines()]
    assert told["scores"] == [int(row[6]) for row in rows if row[0] == "3"]
    config = tmp_path / "config.toml"
    config.write_text(results.config)
    assert lettergame.replay(config, 3) == told
    with pytest.raises(lettergame.LettergameError, match="there is no game 8"):
        lettergame.replay(tmp_path / "run", 8)


def test_lost_parts_are_played_again(tmp_path):
    case = dict(players=["letter-value", "random"], rounds=1, games=40, seed=7)
    lettergame.tournament(out=tmp_path / "run", part_games=9, **case)
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    part = tmp_path / "run/parts/000000000009-000000000018"
    seen = []
    for lose in (lambda: shutil.rmtree(part), lambda: (part / "scores.csv").write_text("game\n")):
        lose()
        lettergame.resume(tmp_path / "run", progress=lambda done, total: seen.append((done, total)))
        assert (9, 9) in seen
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == files
    (tmp_path / "run/manifest.json").unlink()
    (part / "part.json").unlink()
    (part / "scores.csv").write_text("game\n")
    with pytest.raises(lettergame.LettergameError, match=r"remove .*18, and lettergame\.resume\(.* its games again"):
        lettergame.resume(tmp_path / "run")


def test_parts_as_parquet_are_tables_for_other_tools(tmp_path):
    dataset, polars = pytest.importorskip("pyarrow.dataset"), pytest.importorskip("polars")
    case = dict(players=["letter-value", "random"], rounds=2, games=40, seed=7, record="plies")
    whole = lettergame.tournament(out=tmp_path / "whole", **case)
    parted = lettergame.tournament(out=tmp_path / "parted", part_games=9, part_format="parquet", **case)
    assert str(parted) == str(whole)
    for name in ["scores", "rounds", "plies"]:
        files = sorted(map(str, tmp_path.glob(f"parted/parts/*/{name}.parquet")))
        assert len(files) == 5
        rows = dataset.dataset(files).to_table()
        wanted = whole.table_or_none(name).to_arrow()
        # a text that is missing is empty, as in CSV
        filled = {column: ["" if cell is None else cell for cell in cells]
                  for column, cells in wanted.to_pydict().items()}
        assert rows.to_pydict() == filled
        frame = polars.scan_parquet(tmp_path / f"parted/parts/*/{name}.parquet").collect()
        assert frame.to_dict(as_series=False) == rows.to_pydict()
    types = {field.name: str(field.type) for field in dataset.dataset(
        sorted(map(str, tmp_path.glob("parted/parts/*/scores.parquet")))).schema}
    assert (types["game"], types["seat"], types["win"], types["player"]) == ("int64", "int32", "double", "string")
    joined = lettergame.assemble(
        lettergame.Config(**case), [lettergame.resume(tmp_path / "parted")], tmp_path / "joined")
    same_files(tmp_path / "joined", tmp_path / "whole")
    assert joined.folder == tmp_path / "joined"


@pytest.mark.parametrize(("options", "said"), [
    (dict(part_format="parquet"), "pass part_games, too"),
    (dict(part_games=9, part_format="arrow"), "expected csv, parquet or None"),
])
def test_the_format_of_parts_is_checked(tmp_path, options, said):
    with pytest.raises(lettergame.LettergameError, match=said):
        lettergame.tournament(players=["random"], games=2, out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_rows_of_many_games_are_the_same_on_any_number_of_threads():
    options = dict(players=["zero", "letter-value"], rounds=1, games=80_000, seed=6)
    one, two = (lettergame.play_games(**options, threads=threads) for threads in [1, 2])
    assert len(two.scores) == 160_000
    assert two.scores.csv == one.scores.csv
