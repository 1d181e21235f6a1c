"""The progress of a run as metrics of Ray, which its exporters show to Prometheus and its dashboard."""

from typing import Any

DESCRIPTIONS = {
    "lettergame_run_games": "Games of the run.",
    "lettergame_run_games_played": "Games played, those before it was resumed included.",
    "lettergame_run_parts_at_once": "Parts that the cluster can play at once.",
    "lettergame_run_parts_lost": "Parts that were lost with their worker and played again.",
}


class Metrics:
    """Gauges with the tag `run`, made when Ray is connected."""

    def __init__(self, run: str, total: int) -> None:
        self._run = run
        self._total = total
        self._gauges: dict[str, Any] = {}

    def update(self, done: int, slots: int, lost: int) -> None:
        """Sets the numbers of finished games, of parts that can be played at once, and of parts that
        were lost."""
        if not self._gauges:
            from ray.util.metrics import Gauge

            self._gauges = {
                name: Gauge(name, description=about, tag_keys=("run",))
                for name, about in DESCRIPTIONS.items()
            }
        for name, value in zip(DESCRIPTIONS, (self._total, done, slots, lost)):
            self._gauges[name].set(value, tags={"run": self._run})
