package control_test

import (
	"testing"

	"hooke/control"
	"hooke/model"
	"hooke/must"
)

// A smoothed muscle whose length an input sets goes its way whoever else asks for the time within a step: a guide and a solid that touch
// nothing, and the ledger, which only looks.
func TestOnlookersMoveNoMuscle(t *testing.T) {
	for name, make := range makers() {
		for _, solver := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			want := ""
			for _, beside := range []string{"", "ledger", "guide", "solid"} {
				m, p := pendant(100)
				m.ActuatorOf = []uint16{1}
				p.Integrator, p.Actuators = solver, []model.Actuator{{HalfLife: 0.01}}
				switch beside {
				case "ledger":
					p.Ledger = true
				case "guide":
					p.Guides = []model.Guide{{Kind: model.OnPlane, Masses: []uint32{1}, Direction: model.Vec3{0, 1, 0}}}
				case "solid":
					p.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0, 9, 0}, Radius: 1}, Stiffness: 1}}
				}
				e, loop := closed(t, make, m, p, &control.Spec{Period: 4, Host: true, Inputs: []control.Input{{Name: "long", Of: "actuator[0].length", Initial: 1}}}, nil)
				for b := range int64(6) {
					must.Do(t, loop.Act(b, []float64{1 + 0.02*float64(b%3)}))
					step(t, e, 4)
				}
				switch got := bits(stateOf(t, e)); {
				case beside == "":
					want = got
				case got != want:
					t.Errorf("%s, %v: a %s changes how a muscle goes to the length that an input sets", name, solver, beside)
				}
			}
		}
	}
}
