package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// testCases are the presets in small, and awkward models.
func testCases() []Case {
	earth := model.Params{Gravity: model.EarthGravity()}
	ground := earth
	ground.Contacts = []model.Contact{model.Ground(0, 5000, 1)}
	return []Case{
		{Name: "cube", Model: modeltest.Cube(0.02), Params: ground},
		{Name: "lattice", Model: modeltest.Lattice(4, 100, 0.02, true), Params: earth},
		{Name: "rope", Model: modeltest.Rope(40), Params: earth},
		{Name: "cloth", Model: modeltest.Cloth(8), Params: ground},
		{Name: "awkward", Model: modeltest.Awkward(1), Params: ground, Steps: 100},
		{Name: "lattice at rest", Model: modeltest.Lattice(4, 1e5, 1, false)},
		{Name: "slow and high", Model: modeltest.Lattice(4, 100, 0, true), Start: lifted(modeltest.Lattice(4, 100, 0, true), 0.5),
			Params: model.Params{DT: 5e-5, Gravity: model.EarthGravity()}, Steps: 5},
		{Name: "no springs", Model: modeltest.Single(2, model.Vec3{1, 2, 3}), Params: earth},
		{Name: "massless pins", Model: modeltest.Pair([2]float64{0, 2}, [2]model.Pin{model.PinAll, 0}, 1, 1, 50, 0.1),
			Params: model.Params{DT: 1e-3, Gravity: model.EarthGravity()}}, // its own step is too long for the perturbed ground,
		{Name: "nothing", Model: &modeltest.NewBuilder("nothing").Model, Params: earth},
	}
}

// lifted is the start of a model moved up [m].
func lifted(m *model.Model, height float64) *model.State {
	s := m.Start()
	for i := range s.Position {
		s.Position[i][2] += height
	}
	return s
}

// honest makes fakes that step correctly.
func honest(m *model.Model, p model.Params) (Subject, error) { return newFake(m, p), nil }

// An honest engine passes, and leaves room below the tolerances of a pass: a
// graphics card rounds differently. The short form leaves out some cases that are like others.
func TestCheckPassesAnHonestEngine(t *testing.T) {
	const room = 0.3 // of the tolerance of a pass: the share of a plain float32 engine
	for _, sc := range testCases() {
		if !must.Long() && slices.Contains([]string{"rope", "cloth", "slow and high", "lattice at rest"}, sc.Name) {
			continue
		}
		rows := must.Get(Prove(sc, honest))(t)
		ofGroups, meetings, tables := 0, 0, 0 // of kinds that the structure can have
		for _, r := range rows {
			if strings.Contains(r.Check, "force on a group") {
				ofGroups++
			}
			if strings.Contains(r.Check, "springs and triangles collide") {
				meetings++
			}
			if strings.Contains(r.Check, "force tables") {
				tables++
			}
		}
		must.Be(t, len(rows)-ofGroups-meetings-tables, 67, "%s: rows", sc.Name)
		must.Hold(t, tables == 4 || sc.Model.SpringCount() == 0 && tables == 0, "%s: %d rows of force tables", sc.Name, tables)
		must.Hold(t, sc.Name != "lattice" || ofGroups == 3+len(groupTerms), "%d rows of forces on groups", ofGroups)
		for _, r := range rows {
			t.Logf("%-16s %-22s max %9.3g rms %9.3g tolerance %9.3g", r.Case, r.Check, r.Max, r.RMS, r.Tolerance)
			if !r.OK {
				t.Errorf("%s: %s: %s", r.Case, r.Check, r.Detail)
			}
			if strings.HasPrefix(r.Check, "pass ") && r.Max > room {
				t.Errorf("%s: %s uses %.2f of its tolerance: %s", r.Case, r.Check, r.Max, r.Detail)
			}
		}
	}
}

// Gravity counts even where springs are so stiff that their forces and the
// velocities of the perturbed state round it away: the quiet state shows it.
func TestCheckSeesFaintGravity(t *testing.T) {
	sc := Case{Name: "stiff", Model: modeltest.Lattice(3, 1e8, 0, true), Params: model.Params{Gravity: model.EarthGravity()}, Steps: 10}
	rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.gravity[2] *= 1.001
		return f, nil
	}))(t)
	if row := rowOf(t, rows, "pass integrate"); row.OK || !strings.Contains(row.Detail, "quiet") {
		t.Errorf("gravity that is 0.1 %% off is not seen: max %.3g; %s", row.Max, row.Detail)
	}
}

// An engine whose results depend on anything but its input is not repeatable.
func TestCheckSeesNoise(t *testing.T) {
	calls := 0
	rows := must.Get(Prove(testCases()[0], func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.noise = func() float32 { calls++; return float32(calls%7) * 1e-9 }
		return f, nil
	}))(t)
	if row := rowOf(t, rows, "repeatable"); row.OK {
		t.Errorf("noise of 1e-9 m/s is not seen: %s", row.Detail)
	}
}

// creeping moves a pinned mass by one unit in the last place per call, far
// below every tolerance.
type creeping struct{ *fake }

func (c creeping) nudge(err error) error {
	c.x[0][1] = math.Nextafter32(c.x[0][1], 1)
	return err
}

func (c creeping) Step(n int) error          { return c.nudge(c.fake.Step(n)) }
func (c creeping) RunPass(name string) error { return c.nudge(c.fake.RunPass(name)) }

func TestCheckSeesCreep(t *testing.T) {
	sc := testCases()[1]
	sc.Parts = []string{"passes", "invariants"}
	rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) { return creeping{newFake(m, p)}, nil }))(t)
	if row := rowOf(t, rows, "pinned unchanged"); row.OK || row.WorstMass != 0 || row.Max != 1 {
		t.Errorf("a creeping pinned mass is not seen: %+v", row)
	}
	if row := rowOf(t, rows, "pass integrate"); row.OK || !strings.Contains(row.Detail, "mass 0 is pinned") {
		t.Errorf("a creeping pinned mass is not seen in one pass: %+v", row)
	}
}

// forgetful leaves a kind of energy out of its sum.
type forgetful struct{ *fake }

func (f forgetful) Energy() (model.Energy, error) {
	e, err := f.fake.Energy()
	e.Elastic = 0
	return e, err
}

func TestCheckSeesWrongEnergy(t *testing.T) {
	sc := testCases()[1]
	sc.Model, sc.Parts = modeltest.Lattice(6, 100, 0.02, true), []string{"invariants"} // a small one has less energy than the error allowed
	rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) { return forgetful{newFake(m, p)}, nil }))(t)
	if row := rowOf(t, rows, "energy sum"); row.OK {
		t.Errorf("elastic energy left out is not seen: %+v", row)
	}

	// A loss of 1e-4 of each velocity per step, over 1,000 steps.
	rows = must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.drag *= 0.9999
		return f, nil
	}))(t)
	if row := rowOf(t, rows, "energy"); row.OK {
		t.Errorf("energy lost is not seen: %+v", row)
	}
}

func TestCheckReportsBrokenSubjects(t *testing.T) {
	broken := errors.New("no device")
	_, err := Prove(testCases()[0], func(*model.Model, model.Params) (Subject, error) { return nil, broken })
	must.Hold(t, errors.Is(err, broken), "error is %v, want it to wrap %v", err, broken)
	_, err = Prove(testCases()[0], func(m *model.Model, p model.Params) (Subject, error) { return strange{newFake(m, p)}, nil })
	must.Say(t, "", err, `"collide"`)
	if _, err := Prove(Case{Name: "empty"}, honest); err == nil {
		t.Error("a case without a model is accepted")
	}
}

// A check leaves out the features that an engine refuses, and checks the rest: springs of many kinds here.
func TestCheckGoesOnAfterARefusal(t *testing.T) {
	sc := testCases()[0]
	rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		if len(m.Materials) > len(sc.Model.Materials) {
			return nil, fmt.Errorf("so many materials are %w of it", model.ErrUnsupported)
		}
		return newFake(m, p), nil
	}))(t)
	if r := rowOf(t, rows, "step parity, 4 steps"); !r.OK {
		t.Errorf("%+v", r)
	}
	must.Hold(t, !slices.ContainsFunc(rows, func(r Outcome) bool { return r.Check == "pass materials" }), "there is a row of what was refused")
	if r := rowOf(t, rows, refusal); !strings.Contains(r.Detail, "so many materials") {
		t.Errorf("the row of the refusal says %q", r.Detail)
	}
}

// strange has a pass that the reference does not know.
type strange struct{ *fake }

func (strange) Passes() []string { return []string{"collide"} }

func TestToleranceScaleZeroShowsResiduals(t *testing.T) {
	t.Setenv("HOOKE_TOLERANCE_SCALE", "0")
	sc := testCases()[1]
	sc.Parts = []string{"passes", "steps", "invariants", "momentum"}
	rows := must.Get(Prove(sc, honest))(t)
	for _, check := range []string{"pass spring-force", "pass integrate", "step parity, 1 step", "step parity, 4 steps", "energy", "momentum"} {
		if row := rowOf(t, rows, check); row.OK || row.Max == 0 || row.Tolerance != 0 {
			t.Errorf("%s: ok %v with max %g, tolerance %g at scale 0", check, row.OK, row.Max, row.Tolerance)
		}
	}
	t.Setenv("HOOKE_TOLERANCE_SCALE", "lots")
	must.Say(t, "", must.Err(Prove(testCases()[1], honest)), "HOOKE_TOLERANCE_SCALE")
}

func TestRowAsJSON(t *testing.T) {
	text, err := json.Marshal(Outcome{Case: "cube", Check: "energy", Max: math.Inf(1), RMS: 0.5, WorstMass: -1, WorstSpring: 3})
	want := `{"case":"cube","check":"energy","max":null,"rms":0.5,"tolerance":0,"worst_mass":-1,"worst_spring":3,"detail":"","ok":false}`
	must.Hold(t, err == nil && string(text) == want, "got %s, %v, want %s", text, err, want)
}

func rowOf(t *testing.T, rows []Outcome, check string) Outcome {
	t.Helper()
	for _, r := range rows {
		if r.Check == check {
			return r
		}
	}
	t.Fatalf("no row %q in %v", check, rows)
	return Outcome{}
}
