"""The oracle and the reference from Python, each shown to reject what is wrong."""

import numpy as np
import pytest
import tailproof

SCORES = np.array([[1.0, 5.0, 3.0, 2.0, 4.0], [0.0, -0.0, 1.0, 9.0, 9.0]], dtype=np.float32)
LENGTHS = np.array([5, 3], dtype=np.int64)


def test_select_answers_are_accepted():
    indices = tailproof.select(SCORES, LENGTHS, 2)
    assert indices.shape == (2, 2) and indices.dtype == np.int32
    assert tailproof.verify(SCORES, LENGTHS, 2, indices).rows == 2


@pytest.mark.parametrize("wrong, kind", [
    ([[1, 3], [2, 0]], "omitted"),
    ([[1, 1], [2, 0]], "duplicate"),
    ([[1, 4], [2, 3]], "out-of-range"),
    ([[1, -1], [2, 0]], "sentinel-for-index"),
])
def test_wrong_answers_are_rejected(wrong, kind):
    verdict = tailproof.judge(SCORES, LENGTHS, 2, np.array(wrong))
    assert not verdict and kind in [each.kind for each in verdict.violations]
    with pytest.raises(AssertionError, match="row"):
        tailproof.verify(SCORES, LENGTHS, 2, np.array(wrong, dtype=np.int64))


def test_either_zero_will_do():
    for tie in (0, 1):
        assert tailproof.judge(SCORES[1:], [3], 2, [[2, tie]])


def test_nan_rules():
    row = np.array([[1.0, np.nan, np.inf, -np.inf]], dtype=np.float32)
    with pytest.raises(ValueError, match="row 0.*NaN.*1"):
        tailproof.judge(row, None, 1, [[2]])
    assert tailproof.judge(row, None, 1, [[1]], nan="largest")
    assert not tailproof.judge(row, None, 1, [[2]], nan="largest")
    assert tailproof.judge(row, None, 3, [[0, 2, 3]], nan="smallest")
    assert not tailproof.judge(row, None, 3, [[0, 2, 1]], nan="smallest")


@pytest.mark.parametrize("arguments, error", [
    ((SCORES.astype(np.float64), LENGTHS, 2), TypeError),
    ((SCORES, LENGTHS, 0), ValueError),
    ((SCORES, [6, 3], 2), ValueError),
    ((SCORES, [5], 2), ValueError),
    ((SCORES, [5.0, 3.0], 2), TypeError),
    ((SCORES, [5, 2**40], 2), ValueError),
])
def test_bad_input_is_named(arguments, error):
    with pytest.raises(error):
        tailproof.select(*arguments)


def test_strided_rows_are_read_in_place():
    padded = np.full((2, 9), np.nan, dtype=np.float32)
    padded[:, :5] = SCORES
    view = padded[:, :5]
    assert np.array_equal(tailproof.select(view, LENGTHS, 2), tailproof.select(SCORES, LENGTHS, 2))
    assert np.array_equal(tailproof.select(SCORES[:, ::-1], None, 1), [[3], [0]])


def test_explain_is_the_reference_trace():
    rng = np.random.default_rng(1)
    scores = rng.standard_normal((2, 20000)).astype(np.float32)
    trace = tailproof.explain(scores, None, 256, row=1)
    assert (trace.row, trace.length, trace.rank) == (1, 20000, 256)
    assert trace.route == "certified" and trace.count0 >= 256
    assert len(trace.rounds) == 3 and "round 3" in str(trace)
    assert tailproof.explain(scores[:, :100], None, 256).count0 is None
