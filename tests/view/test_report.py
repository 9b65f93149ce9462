"""The report is one file with the summary, the animation and the figures."""

from __future__ import annotations

from pathlib import Path

from linkwork.record import Record


def test_a_report_holds_everything(run: Record, tmp_path: Path) -> None:
    text = run.save_report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "four-bar: finished at t = 1 s." in text
    assert "energy balance within" in text
    assert "<td>Dormand-Prince 8(5,3)</td>" in text
    assert text.count("<iframe") == 1
    assert text.count("data:image/svg+xml") == 2 * 5  # for light and for dark pages
    assert "http" not in text.replace("http://www.w3.org", "")
