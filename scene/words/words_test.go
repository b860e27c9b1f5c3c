package words

import (
	"fmt"
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// Each part of a sentence, for nothing, little and much.
func TestWords(t *testing.T) {
	var thirteen []string
	for i := range 13 {
		thirteen = append(thirteen, fmt.Sprint(i))
	}
	for _, c := range []struct{ got, want string }{
		{Listed(nil), "none"},
		{Counted(1, "key frame"), "1 key frame"},
		{Counted(int64(0), "frame"), "0 frames"},
		{Counted(2, "mass"), "2 masses"},
		{Counted(3, "vertex"), "3 vertices"},
		{Counted(4, "tetrahedron"), "4 tetrahedra"},
		{Counted(5, "body"), "5 bodies"},
		{Listed([]string{"a", "b"}), "a, b"},
		{Listed(thirteen), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more"},
		{Enumerated(nil), ""},
		{Enumerated([]string{"a"}), "a"},
		{Enumerated([]string{"a", "b", "c"}), "a, b and c"},
		{Vector(model.Vec3{1, math.Copysign(0, -1), -2.5}), "(1, 0, -2.5)"},
		{Guess("stifness", []string{"damping", "stiffness"}), `; did you mean "stiffness"?`},
		{Guess("Walker", []string{"walker"}), `; did you mean "walker"?`},
		{Guess("ab", []string{"cd"}), ""},
		{Guess("gravity", []string{"seed"}), ""},
	} {
		must.Be(t, c.got, c.want, "")
	}
}

// The distance is that of Levenshtein: the same both ways, 0 for the same word.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"lattice", "latice", 1}, {"spot", "spto", 2}} {
		if got, back := EditDistance(c.a, c.b), EditDistance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d, back %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
