"""How tests ask for an error."""


def refused(kind, part, call, *arguments, **more):
    """Hold that a call raises an error of a kind, with a part of its text."""
    try:
        call(*arguments, **more)
    except kind as e:
        assert part in str(e), e
        return
    raise AssertionError(f"no {kind.__name__} with {part!r}")
