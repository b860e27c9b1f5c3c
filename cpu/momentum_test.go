package cpu

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// What a mass gains from a touch the other one loses, in pushes and in friction: momentum is
// kept to one rounding of the sum of sizes, and forces are not small.
func TestPairsKeepMomentum(t *testing.T) {
	const steps = 64
	m, p, start := modeltest.Swarm(4096)
	e, err := makeEngine[float32](m, p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var before, after model.State
	for _, err := range []error{e.Reset(start), readState(e, &before), e.Step(steps), e.Finish(), readState(e, &after)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	first, sizes := modeltest.Momentum(m, &before)
	last, _ := modeltest.Momentum(m, &after)
	if lost := last.Sub(first).Len(); !(lost <= math.Pow(2, -24)*sizes) {
		t.Errorf("%g kg·m/s are lost of %g", lost, sizes)
	}
	changed := 0.0
	for i, v := range after.Velocity {
		changed += m.Mass[i] * v.Sub(before.Velocity[i]).Len()
	}
	if changed < 0.05*sizes {
		t.Errorf("touches change momenta by %g kg·m/s of %g only", changed, sizes)
	}
}

// readState reads a state through a snapshot.
func readState(e *engine[float32], dst *model.State) error {
	var s model.Snapshot
	err := e.Read(&s)
	*dst = *s.State()
	return err
}
