package must

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// Be reports a value that is not the one wanted. The name of the value is in the format of
// fmt.Sprintf, and may be empty.
func Be[T comparable](t testing.TB, got, want T, name string, args ...any) {
	if got == want {
		return
	}
	t.Helper()
	verb := "%+v"
	if text, isText := any(got).(string); isText && strings.Contains(text, "\n") {
		verb = "\n%s\n"
	} else if isText {
		verb = "%q"
	}
	t.Errorf("%s"+verb+", want "+verb, named(name, args), got, want)
}

// BeAll reports a list that is not the one wanted, with a name as in Be.
func BeAll[S ~[]E, E comparable](t testing.TB, got, want S, name string, args ...any) {
	if slices.Equal(got, want) {
		return
	}
	t.Helper()
	verb := "%+v"
	if _, isText := any([]E(got)).([]string); isText {
		verb = "%q"
	}
	t.Errorf("%s"+verb+", want "+verb, named(name, args), got, want)
}

// Near reports a number that is off the one wanted by more than allowed, or is none, with a name
// as in Be.
func Near(t testing.TB, got, want, allowed float64, name string, args ...any) {
	if math.Abs(got-want) <= allowed {
		return
	}
	t.Helper()
	t.Errorf("%s%g, want %g: off by %.3g, allowed %.3g", named(name, args), got, want, math.Abs(got-want), allowed)
}

// Within reports a number that is off the one wanted by more than a part of that, or is none, with
// a name as in Be.
func Within(t testing.TB, got, want, part float64, name string, args ...any) {
	if math.Abs(got/want-1) <= part {
		return
	}
	t.Helper()
	t.Errorf("%s%g, want %g: off by the part %.3g, allowed %.3g", named(name, args), got, want, math.Abs(got/want-1), part)
}

// Hold reports, in the format of fmt.Sprintf, that a condition does not hold.
func Hold(t testing.TB, holds bool, report string, args ...any) {
	if holds {
		return
	}
	t.Helper()
	t.Errorf(report, args...)
}

// named returns the name of a value before the value.
func named(name string, args []any) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(name, args...) + ": "
}
