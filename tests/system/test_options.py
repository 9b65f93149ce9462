"""Options of compile are checked where they are given."""

from __future__ import annotations

from typing import Any

import pytest

from linkwork.blueprint import library
from linkwork.errors import OptionError, UnknownName


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"stabilisation": (10, 10)}, "option 'stabilisation' of compile: is (10, 10). Give Stabilisation(alpha=10"),
        ({"formulation": "projection", "complement": "lu"}, "option 'complement' of compile: is 'lu'. Use 'svd'"),
        ({"formulation": "penalty", "penalty": 1e6}, "option 'penalty' of compile: is 1000000.0. Give (stiffness"),
        ({"formulation": "penalty", "penalty": (-1.0, 0.0)}, "is (-1.0, 0.0)"),
        ({"regroup": "yes"}, "option 'regroup' of compile: is 'yes'. Use True or False"),
        ({"neighbourhood": 5.0}, "option 'neighbourhood' of compile: is 5.0. Give a share from 0 to below 1"),
        ({"independent": "crank"}, "has no effect on formulation 'auto'. Leave it out, or use formulation 'embedding'"),
        (
            {"formulation": "extended", "space": "joint"},
            "option 'space' of compile: is 'joint'. Use 'task' or 'actuator'",
        ),
        ({"space": "actuator"}, "option 'space' of compile: has no effect on formulation 'auto'"),
        (
            {"formulation": "extended", "independent": "crank"},
            "with space='task'. Leave it out, or add space='actuator'",
        ),
        (
            {"formulation": "projection", "independent": "crank"},
            "with complement='svd'. Leave it out, or add complement",
        ),
        ({"formulation": "reduced", "platform": "rocker"}, "option 'platform' of compile: has no effect"),
    ],
)
def test_options_that_say_nothing_sensible(options: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError) as caught:
        library.four_bar().compile(**options)
    assert told in str(caught.value)


def test_one_independent_joint_may_be_given_as_a_word() -> None:
    one = library.four_bar().compile(formulation="embedding", independent="crank")
    assert one.options.independent == ("crank",) and one.counts("forward_dynamics").total > 0


def test_unknown_options_and_formulations_get_the_nearest_names() -> None:
    with pytest.raises(UnknownName, match="Nearest names: 'formulation'"):
        library.four_bar().compile(formulatoin="reduced")
    with pytest.raises(UnknownName, match="Nearest names: 'reduced'"):
        library.four_bar().compile(formulation="reducd")
    with pytest.raises(UnknownName, match="formulation 'x'"):
        library.four_bar().compile().compare_formulations(formulations=["x"])


def test_an_error_inside_a_property_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    system = library.four_bar().compile()
    monkeypatch.setattr(system, "plan", None)
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'n_v'"):
        system.n_v  # noqa: B018
