package model

import (
	"fmt"
	"strings"
	"testing"

	"hooke/model/spring"
	"hooke/must"
)

// fingerprinted is a run with everything that Fingerprint has to know about.
func fingerprinted() (*Model, Params) {
	m := pair()
	m.Pin, m.ActuatorOf = []Pin{0, PinX}, []uint16{1}
	m.Own = []Coefficients{{3, 4}}
	m.Skin = &Skin{Masses: [][8]uint32{{1}}, Weights: [][8]float32{{1}}, Triangles: [][3]uint32{{0, 0, 0}}}
	m.Groups, m.Triangles = []Group{{"feet", []uint32{1}}}, [][3]uint32{{0, 1, 0}}
	return m, Params{
		DT: 1e-3, Gravity: EarthGravity(), Contacts: []Contact{Ground(0, 10, 1), {Shape: Sphere{Radius: 1}, Stiffness: 3}},
		Actuators: []Actuator{{Amplitude: 0.1, Frequency: 1, HalfLife: 0.1}},
		Forces:    []Force{{Force: Vec3{1, 0, 0}}}, Motors: []Motor{{Speed: 1}}, Handles: []Handle{{}}, Guides: []Guide{{}},
	}
}

// One changed number anywhere makes another fingerprint; the same ones do not.
func TestFingerprint(t *testing.T) {
	m, p := fingerprinted()
	want := Fingerprint(m, p)
	if again, q := fingerprinted(); Fingerprint(again, q) != want {
		t.Error("the same model has two fingerprints")
	}
	for name, change := range map[string]func(m *Model, p *Params){
		"position":  func(m *Model, _ *Params) { m.RestPosition[1][2] = 1e-300 },
		"mass":      func(m *Model, _ *Params) { m.Mass[0] = 2.0000000000000004 },
		"pin":       func(m *Model, _ *Params) { m.Pin[0] = PinZ },
		"no pins":   func(m *Model, _ *Params) { m.Pin = nil },
		"ends":      func(m *Model, _ *Params) { m.Ends[0] = Ends{1, 0} },
		"rest":      func(m *Model, _ *Params) { m.RestLength[0] = 1.5 },
		"material":  func(m *Model, _ *Params) { m.MaterialOf[0] = 0 },
		"stiffness": func(m *Model, _ *Params) { m.Materials[1].Stiffness++ },
		"actuated":  func(m *Model, _ *Params) { m.ActuatorOf[0] = 0 },
		"triangle":  func(m *Model, _ *Params) { m.Triangles[0][2] = 1 },
		"own k":     func(m *Model, _ *Params) { m.Own[0].Stiffness = 5 },
		"own c":     func(m *Model, _ *Params) { m.Own[0].Damping = 5 },
		"skin":      func(m *Model, _ *Params) { m.Skin.Weights[0][0] = 0.5 },
		"dt":        func(_ *Model, p *Params) { p.DT *= 2 },
		"gravity":   func(_ *Model, p *Params) { p.Gravity = Vec3{} },
		"shape":     func(_ *Model, p *Params) { p.Contacts[1].Shape = Sphere{Radius: 2} },
		"kind":      func(_ *Model, p *Params) { p.Contacts[1].Shape = Capsule{Radius: 1} },
		"half-life": func(_ *Model, p *Params) { p.Actuators[0].HalfLife = 0.2 },
		"force":     func(_ *Model, p *Params) { p.Forces[0].Force[1] = 1 },
		"method":    func(_ *Model, p *Params) { p.Integrator = RK4 },
	} {
		m, p := fingerprinted()
		if change(m, &p); Fingerprint(m, p) == want {
			t.Errorf("%s changes, and the fingerprint does not", name)
		}
	}
}

// A checkpoint of anything else is refused with both sides of the difference.
func TestOnlyTheSameEngineAgrees(t *testing.T) {
	of := func() *Checkpoint {
		return &Checkpoint{Engine: "gpu", Pipeline: "two-pass", Precision: "single", Variant: "driver 1", Words: []Words{{"position", make([]uint32, 3)}}}
	}
	if err := of().Agrees(of()); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(c *Checkpoint){
		`engine "cpu", and this is "gpu"`:           func(c *Checkpoint) { c.Engine = "cpu" },
		`pipeline "fused", and this is "two-pass"`:  func(c *Checkpoint) { c.Pipeline = "fused" },
		`precision "double", and this is "single"`:  func(c *Checkpoint) { c.Precision = "double" },
		`variant "driver 2", and this is "driver 1`: func(c *Checkpoint) { c.Variant = "driver 2" },
		"1 actuators, the run 0":                    func(c *Checkpoint) { c.Drives.Smooth = make([]spring.State[float64], 1) },
		"0 arrays, the engine 1":                    func(c *Checkpoint) { c.Words = nil },
		`"position" of 2 words`:                     func(c *Checkpoint) { c.Words[0].Data = c.Words[0].Data[:2] },
	} {
		c := of()
		change(c)
		if err := c.Agrees(of()); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "gpu: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Fingerprints stay when types of Go are renamed: files that earlier programs wrote belong to their structures.
func TestFingerprintsOutliveNamesOfTypes(t *testing.T) {
	p := Params{DT: 1e-4, Contacts: []Contact{{Shape: Plane{Normal: Vec3{0, 0, 1}}, Stiffness: 100, Trajectory: &Trajectory{Belt: Vec3{1, 0, 0}}}}}
	must.Be(t, fmt.Sprintf("%x", p.Fingerprint())[:16], "e2ce6a84ee84c114", "the fingerprint of a belt, as an earlier program says it")
}
