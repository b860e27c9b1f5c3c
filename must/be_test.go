package must

import (
	"math"
	"slices"
	"testing"
)

func TestValuesMustBeThoseWanted(t *testing.T) {
	for _, c := range []struct {
		name   string
		report func(t testing.TB)
		want   []string
	}{
		{"a value", func(t testing.TB) { Be(t, 3, 3, "masses") }, nil},
		{"another value", func(t testing.TB) { Be(t, 3, 4, "%s: %d masses", "rope", 5) }, []string{"rope: 5 masses: 3, want 4"}},
		{"a text", func(t testing.TB) { Be(t, "a b", "c", "") }, []string{`"a b", want "c"`}},
		{"lines", func(t testing.TB) { Be(t, "a\nb", "", "") }, []string{"\na\nb\n, want \n\n"}},
		{"a list", func(t testing.TB) { BeAll(t, []int{1, 2}, []int{1, 2}, "") }, nil},
		{"a shorter list", func(t testing.TB) { BeAll(t, []int{1, 2}, []int{1}, "masses") }, []string{"masses: [1 2], want [1]"}},
		{"texts", func(t testing.TB) { BeAll(t, []string{"a"}, nil, "") }, []string{`["a"], want []`}},
		{"a near number", func(t testing.TB) { Near(t, 3, 3.5, 0.5, "") }, nil},
		{"a far number", func(t testing.TB) { Near(t, 3, 3.75, 0.5, "J") }, []string{"J: 3, want 3.75: off by 0.75, allowed 0.5"}},
		{"no number", func(t testing.TB) { Near(t, math.NaN(), 3, 0.5, "") }, []string{"NaN, want 3: off by NaN, allowed 0.5"}},
		{"a small part", func(t testing.TB) { Within(t, -4.25, -4, 0.125, "") }, nil},
		{"a large part", func(t testing.TB) { Within(t, -5, -4, 0.125, "") }, []string{"-5, want -4: off by the part 0.25, allowed 0.125"}},
		{"a part of no number", func(t testing.TB) { Within(t, 0, 0, 0.125, "") }, []string{"0, want 0: off by the part NaN, allowed 0.125"}},
		{"a condition that holds", func(t testing.TB) { Hold(t, 1 < 2, "1 is large") }, nil},
		{"a condition that does not", func(t testing.TB) { Hold(t, 2 < 1, "%d is large", 2) }, []string{"2 is large"}},
	} {
		var e ended
		if c.report(&e); !slices.Equal(e.reports, c.want) {
			t.Errorf("%s: reports %q, want %q", c.name, e.reports, c.want)
		}
	}
}
