package robots_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"hooke/must"
	"hooke/sim"
	"hooke/sim/robots"
)

func opened(t *testing.T, scene string, members int, options string) *robots.Robots {
	t.Helper()
	return must.Open(robots.Open(scene, members, must.Get(robots.ParseOptions([]byte(options)))(t)))(t)
}

// read reads a quantity and divides it by members.
func read[T any](t *testing.T, r *robots.Robots, name string) [][]T {
	t.Helper()
	all := make([]T, must.Get(r.Shape(name))(t).Count())
	must.Do(t, r.Read(name, all))
	return slices.Collect(slices.Chunk(all, max(1, len(all)/r.Members())))
}

// A member with values of its own is the scene with these values alone, to the last bit, whichever of the three forms of
// values they come in, and wherever it is among the others.
func TestMembersAreTheirValues(t *testing.T) {
	const steps, members, free = 60, 20, `"free": ["actuator[*].phase", "actuator[*].frequency", "gravity.z"]`
	alone := func(set string) []float32 {
		r := opened(t, "walker", 1, `{`+free+`, "set": {`+set+`}}`)
		must.Do(t, r.Step(steps))
		return read[float32](t, r, "positions")[0]
	}
	r := opened(t, "walker", members, `{`+free+`}`)
	muscles := len(r.Scene().Params.Actuators)
	phases, frequencies := make([]float64, members*muscles), slices.Repeat([]float64{2.5}, members)
	copy(phases[17*muscles:], slices.Repeat([]float64{1}, muscles))
	frequencies[3] = 1.5
	for text, values := range map[string][]float64{"actuator[*].phase": phases, "actuator[*].frequency": frequencies, "gravity.z": {-5}} {
		must.Do(t, r.Set(text, values))
	}
	must.Do(t, r.Step(steps))
	got := read[float32](t, r, "positions")
	for i, set := range map[int]string{
		3:  `"actuator[*].phase": 0, "actuator[*].frequency": 1.5, "run.gravity": [0, 0, -5]`,
		17: `"actuator[*].phase": 1, "actuator[*].frequency": 2.5, "run.gravity": [0, 0, -5]`,
		19: `"actuator[*].phase": 0, "actuator[*].frequency": 2.5, "run.gravity": [0, 0, -5]`,
	} {
		must.BeAll(t, got[i], alone(set), "member %d, against the walker with %s,", i, set)
	}
	must.Hold(t, !slices.Equal(got[3], got[17]) && !slices.Equal(got[3], got[19]) && !slices.Equal(got[17], got[19]), "members with other values are alike")
}

// A reset puts back the members of its mask and leaves every bit of the others; values that are refused change nothing.
func TestResetAndRefusedValues(t *testing.T) {
	const options = `{"free": ["actuator[0..1].amplitude"]}`
	r, beside := opened(t, "walker", 3, options), opened(t, "walker", 3, options)
	begin := read[float32](t, r, "positions")
	must.Say(t, "an amplitude of 2", r.Set("actuator[0..1].amplitude", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 2}), "member 2", "actuator.amplitude[1] is 2")
	for _, each := range []*robots.Robots{r, beside} {
		must.Do(t, each.Step(40))
	}
	want := read[float32](t, beside, "positions")
	must.BeAll(t, read[float32](t, r, "positions")[1], want[1], "a member after a refusal")
	must.Do(t, r.Reset([]bool{false, true, false}))
	got := read[float32](t, r, "positions")
	must.BeAll(t, got[0], want[0], "a member that was not reset")
	must.BeAll(t, got[1], begin[1], "a member that was reset")
	must.Hold(t, !slices.Equal(want[1], begin[1]), "a member does not move")
}

// Members end by themselves, by the conditions of the scene; the table and the status tell of it.
func TestEndsAndMetrics(t *testing.T) {
	r := opened(t, "walker", 3, `{"free": ["gravity.x"], "set": {"run.until": ["left"], "run.leave_radius": 0.01}}`)
	must.Do(t, r.Set("gravity.x", []float64{0, 9, 0}))
	must.Do(t, r.Step(500))
	status, words := read[uint8](t, r, "status"), r.Info().Statuses
	must.Be(t, words[status[1][0]], "left", "status of the member that slides")
	must.Be(t, words[status[0][0]], "running", "status of one that stands")
	column := func(name string) int {
		for i, c := range r.Columns() {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	table := read[float64](t, r, "metrics")
	must.Hold(t, table[1][column("steps")] < 500 && table[0][column("steps")] == 500, "steps are %g and %g", table[1][column("steps")], table[0][column("steps")])
	must.Hold(t, table[1][column("com_x")]-table[0][column("com_x")] > 1e-3, "the member that slides moves by %g", table[1][column("com_x")]-table[0][column("com_x")])
	must.Be(t, read[int64](t, r, "step")[0][0], 500, "steps of all")
}

// A host acts on all members; each takes its own action.
func TestHost(t *testing.T) {
	r := opened(t, "crawler", 2, `{"host": true, "controllers": false, "period": 20}`)
	must.Be(t, r.Period(), int64(20), "period")
	must.Be(t, r.Metrics().Every, int64(10), "steps between samples")
	must.Say(t, "a step without an action", r.Step(3), "Act before Step")
	must.BeAll(t, read[float64](t, r, "inputs")[1], []float64{2}, "the initial action")
	must.Say(t, "an action that is no number", r.Act([]float64{1, math.NaN()}), "member 1", "give finite numbers")
	must.Say(t, "a step after it", r.Step(3), "Act before Step")
	must.Do(t, r.Act([]float64{1, 4}))
	must.BeAll(t, read[float64](t, r, "inputs")[1], []float64{4}, "the last action")
	for _, most := range []time.Duration{0, time.Hour} {
		must.Do(t, r.Act([]float64{1, 4}))
		done, err := r.StepFor(30, most)
		must.Say(t, "steps past a boundary", err, "Act before Step")
		must.Be(t, done, 20, "steps up to the boundary")
	}
	must.Be(t, read[int64](t, r, "step")[0][0], 40, "steps of two periods")
	must.Do(t, r.Act([]float64{1, 4}))
	must.Do(t, r.Step(3))
	must.Say(t, "sensors within a period", r.Read("sensors", make([]float64, 2*r.Width())), "boundaries")
	must.Do(t, r.Step(17))
	sensed := read[float64](t, r, "sensors")
	must.Hold(t, len(sensed[0]) == 3 && !slices.Equal(sensed[0], sensed[1]), "members with other actions sense %v", sensed)
}

// What is wrong is named, and every quantity can be read.
func TestFaults(t *testing.T) {
	r := opened(t, "walker", 3, `{"free": ["gravity.z"]}`)
	must.Say(t, "gravity.x", r.Set("gravity.x", []float64{1}), "is not free", "gravity.z")
	must.Say(t, "two values", r.Set("gravity.z", []float64{1, 2}), "give 1, 3 or 3")
	must.Say(t, "no number", r.Set("gravity.z", []float64{math.NaN()}), "gravity.z is NaN")
	must.Say(t, "an action", r.Act(nil), "host")
	must.Say(t, "position", r.Read("position", []float32{}), `did you mean "positions"`)
	for name := range robots.Quantities() {
		must.Get(r.Shape(name))(t)
	}
	for options, word := range map[string]string{
		`{"free": ["actuator[99].phase"]}`: "there is no actuator", `{"free": ["nothing"]}`: "no field", `{"free": ["gravity.z", "gravity.z"]}`: "free already",
		`{"energy": true}`: "ledger", `{"host": true}`: "[[input]]", `{"engine": "cpu", "direction": [0, 0, 1]}`: "across it", `{"ground": true}`: "of arrays",
	} {
		must.Say(t, options, must.Err(robots.Open("walker", 2, must.Get(robots.ParseOptions([]byte(options)))(t))), word)
	}
	must.Say(t, "no members", must.Err(robots.Open("walker", 0, robots.Options{})), "members")
	must.Say(t, "a checkpoint", must.Err(robots.Open("state.hooke", 2, robots.Options{})), "one structure")
	r.Close()
	must.Be(t, r.Step(1), sim.ErrClosed, "a step after Close")
}
