"""The property suite over callables: right ones pass, faulty ones end as a row one can read."""

import numpy as np
import pytest
import tailproof
import topk_selectors

SMALL = {"cases": 256, "max_length": 4096, "ranks": [1, 4, 8, 64]}


@pytest.mark.parametrize("exact", [topk_selectors.argpartition, topk_selectors.lexicographic])
def test_exact_selectors_pass(exact, tmp_path):
    report = tailproof.check(exact, store=tmp_path, **SMALL)
    assert report.cases == 256 and report.rows > 256 and not report.findings
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("faulty", [topk_selectors.full_buffer, topk_selectors.half_precision,
                                    topk_selectors.ignores_lengths])
def test_faulty_selectors_are_shrunk_to_a_row(faulty, tmp_path):
    with pytest.raises(tailproof.Violation) as caught:
        tailproof.check(faulty, name="faulty", store=tmp_path, **SMALL)
    finding = next(each for each in caught.value.findings if each.property == "contract")
    assert finding.k <= 8 and finding.lengths.sum() <= finding.k + 16
    assert "row 0: L =" in str(caught.value) and "tailproof.replay(" in str(caught.value)
    assert not tailproof.judge(finding.scores, finding.lengths, finding.k, finding.indices)
    again = tailproof.replay(finding.folder, faulty)
    assert again is not None and again.property == "contract"
    assert tailproof.replay(finding.folder, topk_selectors.lexicographic) is None


def test_stored_cases_come_first_and_move_aside(tmp_path):
    with pytest.raises(tailproof.Violation):
        tailproof.check(topk_selectors.full_buffer, name="mine", store=tmp_path, **SMALL)
    with pytest.raises(tailproof.Violation) as caught:
        tailproof.check(topk_selectors.full_buffer, name="mine", store=tmp_path, cases=0)
    assert caught.value.findings
    report = tailproof.check(topk_selectors.lexicographic, name="mine", store=tmp_path, cases=8)
    assert report.passing_now and not report.findings


def test_exceptions_and_writes_are_findings(tmp_path):
    def raises(scores, lengths, k):
        if scores.shape[1] > 50:
            raise IndexError("boom at 51")
        return topk_selectors.lexicographic(scores, lengths, k)

    def writes(scores, lengths, k):
        picks = topk_selectors.lexicographic(scores, lengths, k)
        scores[:, :1] = 0.5
        return picks

    for faulty, message in ((raises, "boom at 51"), (writes, "wrote to the scores")):
        with pytest.raises(tailproof.Violation, match=message) as caught:
            tailproof.check(faulty, store=tmp_path, **SMALL)
        assert caught.value.findings[0].status == "crashed"


def test_wrong_shapes_and_types_are_findings(tmp_path):
    with pytest.raises(tailproof.Violation, match="expected integers of shape"):
        tailproof.check(lambda scores, lengths, k: np.zeros((1, 1)), store=tmp_path, **SMALL)


def test_beyond_every_limit_is_no_pass(tmp_path):
    with pytest.raises(tailproof.NothingChecked):
        tailproof.check(topk_selectors.lexicographic, store=tmp_path, cases=64, ranks=[64], max_k=1)


def test_out_of_contract_rows_may_be_declined(tmp_path):
    def declines(scores, lengths, k):
        if (lengths < 0).any() or (lengths > scores.shape[1]).any():
            raise ValueError("bad length")
        return topk_selectors.lexicographic(scores, lengths, k)

    report = tailproof.check(declines, store=tmp_path, families=["bad-lengths", "plateau"],
                             cases=768, max_length=200, out_of_contract=True)
    assert 0 < report.refused_cases < 768


def test_runs_are_deterministic(tmp_path):
    records = [tailproof.check(topk_selectors.lexicographic, store=tmp_path, **SMALL).record
               for _ in range(2)]
    for record in records:
        record.pop("timings")
    assert records[0] == records[1]


def test_bad_options_are_named(tmp_path):
    for options, word in (({"families": ["nope"]}, "nope"), ({"properties": ["nope"]}, "nope"),
                          ({"layout": "odd"}, "odd"), ({"framework": "odd"}, "odd"),
                          ({"ranks": [0]}, "rank"), ({"policy": "stride=3"}, "stride")):
        with pytest.raises(ValueError, match=word):
            tailproof.check(topk_selectors.argpartition, store=tmp_path, **options)


def test_rows_feed_other_harnesses():
    cases = list(tailproof.rows("plateau", k=8, cases=20, max_length=500))
    assert len(cases) == 20 and {case.family for case in cases} == {"plateau"}
    for case in cases:
        again = tailproof.materialise(case.recipe)
        assert np.array_equal(again.scores.view(np.int32), case.scores.view(np.int32))
        picks = topk_selectors.lexicographic(case.scores, case.lengths, case.k)
        tailproof.verify(case.scores, case.lengths, case.k, picks)
    assert len(tailproof.families()) >= 25 and "contract" in tailproof.properties()
