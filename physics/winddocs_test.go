package physics

import (
	"math"
	"os"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
)

// documentedGust is the strength of gusts as docs/physics.md has it, written from
// there and not from the code.
func documentedGust(seed uint64, x float64) float64 {
	r := func(c int64) float64 {
		z := seed*0xd1342543de82ef95 + (uint64(c)+1)*0x9e3779b97f4a7c15
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb
		z = z ^ (z >> 31)
		return float64(z/(1<<11))/math.Ldexp(1, 52) - 1
	}
	c := int64(math.Floor(x))
	s := x - float64(c)
	return r(c) + s*s*s*(s*(6*s-15)+10)*(r(c+1)-r(c))
}

// What an engine is given as wind at a time is what the documented formula says, and
// the document has all of its numbers.
func TestGustsAreAsDocumented(t *testing.T) {
	document := must.Get(os.ReadFile("../docs/physics.md"))(t)
	for _, part := range []string{
		"z = seed · 0xd1342543de82ef95 + (c + 1) · 0x9e3779b97f4a7c15", "z = (z xor (z >> 30)) · 0xbf58476d1ce4e5b9",
		"z = (z xor (z >> 27)) · 0x94d049bb133111eb", "z = z xor (z >> 31)", "r = ⌊z / 2¹¹⌋ / 2⁵² − 1",
		"noise(x) = r(c) + s³ (s (6s − 15) + 10) (r(c+1) − r(c))", "W(t) = W (1 + G noise(t/T))", "r(0) of seed 7 is 0.662884738834657.",
	} {
		if !strings.Contains(string(document), part) {
			t.Errorf("docs/physics.md does not say %q", part)
		}
	}
	if got := documentedGust(7, 0); math.Abs(got-0.662884738834657) > 1e-15 {
		t.Errorf("r(0) of seed 7 is %.15g", got)
	}
	for _, seed := range []uint64{0, 1, 7, 1 << 63} {
		w := model.Wind{Velocity: model.Vec3{3, 0, 4}, Gust: 0.4, GustTime: 0.7, Seed: seed, Drag: 1}
		drives := NewDrives(model.Params{DT: 1e-3, Wind: w}, 0)
		for step := range 5000 {
			at := float64(step) * 1e-3
			var now Signals
			drives.Advance(at)
			drives.At(at, &now)
			if want := w.Velocity.Mul(1 + 0.4*documentedGust(seed, at/0.7)); now.Wind.Sub(want).Len() > 1e-14*want.Len() {
				t.Fatalf("seed %d at %g s: %v m/s, documented are %v", seed, at, now.Wind, want)
			}
		}
	}
}
