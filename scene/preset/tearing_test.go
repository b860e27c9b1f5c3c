package preset_test

import (
	"math"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/must"
	"hooke/scene"
	of "hooke/scene/open"
)

// stepped runs a scene for a time [s] and returns its state and its ledger then.
func stepped(t *testing.T, s *scene.Scene, seconds float64) (*model.State, model.Ledger) {
	t.Helper()
	p := s.Params
	p.Ledger = true
	e := must.Open(cpu.New(s.Model, p, cpu.Options{}))(t)
	must.Do(t, e.Reset(s.Start))
	must.Do(t, e.Step(int(seconds/model.ParamsInUse(e, p).DT)))
	must.Do(t, e.Finish())
	var state model.State
	reader, _ := model.As[model.StateReader](e)
	must.Do(t, reader.ReadState(&state))
	keeper, _ := model.As[model.LedgerKeeper](e)
	return &state, must.Get(keeper.Ledger())(t)
}

// The worn half of the flag tears off and, in the long form, flies away, where a flag that holds does not.
func TestStormTearsTheFlag(t *testing.T) {
	s := open(t, "storm", scene.Options{})
	state, l := stepped(t, s, 0.2)
	torn := inelastic.Torn(state.Changes)
	must.Hold(t, torn > 50 && torn < s.Model.SpringCount()/3, "%d springs are torn", torn)
	must.Hold(t, l.Closure() < 0.02 && l.Fracture > 0.01, "the ledger closes to %.2g with %g J of fracture", l.Closure(), l.Fracture)
	if !must.Long() {
		return
	}
	free := state.Position[s.Model.MassCount()-1][0] // of the free end
	for i := range s.Model.Materials {
		s.Model.Materials[i].Inelastic = inelastic.Law{}
	}
	held, _ := stepped(t, s, 0.2)
	far := slices.MaxFunc(state.Position, func(a, b model.Vec3) int { return int(math.Copysign(1, a[0]-b[0])) })[0]
	near := slices.MaxFunc(held.Position, func(a, b model.Vec3) int { return int(math.Copysign(1, a[0]-b[0])) })[0]
	must.Hold(t, far > near+0.1, "the torn flag ends at x = %g m (one mass at %g), one that holds at %g", far, free, near)
}

// The block keeps the dent of the pole: its front is shorter at rest than it was, its rear is not.
func TestCrashDents(t *testing.T) {
	s := open(t, "crash", scene.Options{})
	state, l := stepped(t, s, must.Sized(0.08, 0.15))
	must.Hold(t, l.Closure() < 0.05 && l.Plastic > 0.3*l.Start.Kinetic, "the ledger closes to %.2g with %g of %g J in yielding", l.Closure(), l.Plastic, l.Start.Kinetic)
	front, rear := 0.0, 0.0
	for i, ends := range s.Model.Ends {
		off := math.Abs(state.Changes[i].RestLength/s.Model.RestLength[i] - 1)
		if x := s.Model.RestPosition[ends[0]][0]; x > 0.5 {
			front = max(front, off)
		} else if x < -0.5 {
			rear = max(rear, off)
		}
	}
	must.Hold(t, front > 0.2 && rear < 0.05, "rest lengths have changed by up to %g in front and %g in the rear", front, rear)
}

// Of the strip of the example the paper tears, the metal stays longer, and the cord creeps.
func TestExampleTears(t *testing.T) {
	s := must.Get(of.Scene("../../examples/tear.toml", scene.Options{}))(t)
	state, l := stepped(t, s, s.Duration)
	plastic, crept := 0.0, 0.0
	for i, c := range state.Changes {
		name := s.Model.Materials[s.Model.MaterialOf[i]].Name
		must.Hold(t, !c.Torn() || name == "paper", "spring %d of %s is torn", i, name)
		switch name {
		case "metal":
			plastic = max(plastic, c.Plastic)
		case "cord":
			crept = max(crept, c.RestLength/s.Model.RestLength[i]-1)
		}
	}
	torn := inelastic.Torn(state.Changes)
	must.Hold(t, torn >= 10 && plastic > 1e-3 && crept > 0.05, "%d springs are torn, metal has yielded by %g m, the cord has crept by %g", torn, plastic, crept)
	must.Hold(t, l.Closure() < 0.01, "the ledger closes to %.2g", l.Closure())
}
