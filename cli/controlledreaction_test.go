package cli

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// Reactions are those to what inputs set: a block that a pin holds along x pulls at it with the force of its input, in all engines, and
// with none before the input has begun to act.
func TestReactionsKnowInputs(t *testing.T) {
	needsGL(t)
	path := write(t, "pushed.toml", `
[run]
gravity = [0, 0, 0]
[[mesh]]
make = "solid"
cells = [1, 1, 1]
spacing = 0.1
modulus = 1e5
density = 1000
[[group]]
name = "all"
shape = "sphere"
radius = 1
center = [0, 0, 0]
[[pin]]
group = "all"
axes = "x"
[[force]]
name = "push"
group = "all"
force = [0, 0, 0]
[control]
period = 0.01
latency = 1
[[input]]
name = "u"
of = "force[push].x"
[[controller]]
kind = "sine"
inputs = ["u"]
bias = [3]
frequency = 1
amplitude = 0
[[output]]
what = "csv"
every = 0.005
fields = ["reaction"]
of = ["pin[0]"]
`)
	for _, engine := range []string{"cpuref", "cpu", "gpu"} {
		folder := t.TempDir()
		hooke(t, "run", path, "--engine", engine, "--time", "0.03", "--out", folder).worked(t)
		const begins = 0.0106 // [s]; a row at the boundary is of the inputs until there
		seen := map[bool]int{}
		for _, row := range strings.Split(strings.TrimSpace(string(bytesOf(t, folder, "reactions.csv"))), "\n")[1:] {
			values := strings.Split(row, ",")
			at, _ := strconv.ParseFloat(values[1], 64)
			force, err := strconv.ParseFloat(values[2], 64)
			if want := map[bool]float64{true: 8 * 3}[at > begins]; err != nil || math.Abs(force-want) > 1e-5 {
				t.Errorf("%s: at %g s the pin bears %g N, want %g", engine, at, force, want)
			}
			seen[at > begins]++
		}
		if seen[true] < 3 || seen[false] < 2 {
			t.Errorf("%s: %v rows", engine, seen)
		}
	}
}
