package check

import (
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Springs of 0.2 mm a meter from the origin are at the end of single precision: an
// honest engine agrees as far as it can know, and a row says so; one with wrong
// springs does not.
func TestCheckAtTheEndOfSinglePrecision(t *testing.T) {
	s := must.Get(open.Scene("rope", scene.Options{Springs: 5000}))(t)
	sc := Case{Name: s.Name, Model: s.Model, Start: s.Start, Params: s.Params, Steps: 2, Shared: &Shared{}, Parts: []string{"passes", "steps"}}
	rows := must.Get(Prove(sc, honest))(t)
	told := 0
	for _, r := range rows {
		must.Hold(t, r.OK, "%s: max %g, tolerance %g: %s", r.Check, r.Max, r.Tolerance, r.Detail)
		if strings.Contains(r.Note, "--precision compensated") {
			told++
		}
	}
	must.Hold(t, told != 0, "no row says that single precision cannot know more")
	sc.Parts = []string{"steps"}
	rows = must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		for i := range f.stiffness {
			f.stiffness[i] *= 1.3
		}
		return f, nil
	}))(t)
	for _, r := range rows {
		if r.Check == "step parity, 4 steps" && r.OK {
			t.Errorf("springs that are 30 %% too stiff are not seen: max %g, tolerance %g", r.Max, r.Tolerance)
		}
	}
}

// Away from there nothing is told, and the tolerance stays.
func TestCheckNearTheOriginIsStrict(t *testing.T) {
	rows := must.Get(Prove(Case{Name: "cube", Model: modeltest.Cube(0.02), Params: model.Params{Gravity: model.EarthGravity()}, Steps: 2}, honest))(t)
	for _, r := range rows {
		if r.Note != "" || r.Check == "step parity, 4 steps" && r.Tolerance != 10*stepTolerance {
			t.Errorf("%s: tolerance %g, note %q", r.Check, r.Tolerance, r.Note)
		}
	}
}

// Rounding decides whether the damper of a cable acts that is exactly as long as its
// actuator makes it, and not of one that is as long as it would be without.
func TestSlackOfActuatedCables(t *testing.T) {
	st := perturb(Case{Name: "cube", Model: modeltest.Cube(0.02), Start: modeltest.Cube(0.02).Start(), Params: model.Params{DT: 1e-4}}, 1).everyMaterial()
	found := false
	for s := range st.model.Ends {
		kind := st.model.MaterialOf[s]
		if st.model.ActuatorOf[s] == 0 || kind == model.Removed || !st.model.Materials[kind].TensionOnly {
			continue
		}
		scale := st.restScale[st.model.ActuatorOf[s]-1]
		if scale == 1 || st.springSpeed(s) == 0 {
			continue
		}
		found = true
		st.model.RestLength[s] = st.springLength(s) / scale
		must.Hold(t, st.slackJump(s) != 0, "spring %d is exactly as long as at rest, and rounding is not allowed to decide", s)
		st.model.RestLength[s] = st.springLength(s)
		if st.slackJump(s) != 0 {
			t.Errorf("spring %d is %g times as long as at rest, and rounding is allowed to decide", s, 1/scale)
		}
	}
	must.Hold(t, found, "no cable is actuated")
}
