package bigstep_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics/bigstep"
)

// jittering is a rope of some masses whose springs have these values.
func jittering(masses int, cs, cd float64) *model.Model {
	m := modeltest.Rope(masses)
	m.Materials[1] = model.Material{Name: "jitter"}
	m.Materials[1].Normalized.Stiffness, m.Materials[1].Normalized.Damping = cs, cd
	m.Pin = nil
	return m
}

// Normalized values above 1 are warned of, with the overshoot, and refused where a spring or a mass
// overshoots by more than it was away; impulses take any.
func TestNormalizedAboveOne(t *testing.T) {
	for _, c := range []struct {
		masses int
		cs, cd float64
		by     model.Integrator
		words  string  // of the warning
		part   float64 // of the refusal; 0: it runs
	}{
		{2, 1, 1, model.SymplecticEuler, "", 0},
		{2, 1.6, 0.2, model.SymplecticEuler, "overshoots the rest length by 60 % of the stretch", 0},
		{2, 0.5, 1.25, model.SymplecticEuler, "around with 25 % of its size", 0},
		{2, 3.9, 0, model.SymplecticEuler, "by 290 %", 0},
		{2, 4.1, 0, model.SymplecticEuler, "by 310 %", 4.1},
		{2, 2, 1.1, model.SymplecticEuler, "Cd = 1.1", 4.2},
		{2, 1.1, 0.8, model.VelocityVerlet, "Cs = 1.1", 4.3},
		{2, 1.1, 0.8, model.SymplecticEuler, "Cs = 1.1", 0},
		{9, 3, 0, model.SymplecticEuler, "may diverge", 0},
		{9, 4, 0, model.SymplecticEuler, "may diverge", 4},
		{2, 9, 9, model.Impulses, "", 0},
	} {
		m, p := jittering(c.masses, c.cs, c.cd), model.Params{DT: 1e-3, Integrator: c.by}
		words := bigstep.JitterWords(m, p)
		must.Hold(t, (words == "") == (c.words == "") && strings.Contains(words, c.words), "%+v: warned %q", c, words)
		var explodes *bigstep.Explodes
		if _, err := bigstep.With(m, p); errors.As(err, &explodes) != (c.part != 0) || err != nil && math.Abs(explodes.Part-c.part) > 1e-12 {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Without a step given, springs that no step suits get one, so that they run, or are refused.
func TestNormalizedAboveOneHaveAStep(t *testing.T) {
	for cs, refused := range map[float64]bool{0.9: false, 3: false, 5: true} {
		p, err := bigstep.With(jittering(9, cs, 0), model.Params{})
		must.Hold(t, p.DT == 1e-3 && (err != nil) == refused, "Cs = %g: a step of %g s, %v", cs, p.DT, err)
	}
}
