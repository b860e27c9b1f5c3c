package model

import (
	"math"
	"strings"
	"testing"
)

// Limits and hinges that mean nothing are refused, with words that name the number.
func TestFaultsOfAngles(t *testing.T) {
	m := &Model{Name: "four", RestPosition: []Vec3{{}, {1}, {1, 1}, {}}, Mass: []float64{1, 1, 1, 1}}
	joint := func(change func(l *Limit)) Params {
		l := Limit{Name: "knee", Points: [][]uint32{{0}, {1}, {2}}, Max: 1, Stiffness: 1}
		change(&l)
		return Params{Limits: []Limit{l}}
	}
	bend := func(change func(h *Hinge)) Params {
		h := Hinge{Masses: [4]uint32{0, 1, 2, 0}, Stiffness: 1}
		change(&h)
		return Params{Bends: []Bend{{Name: "sheet", Hinges: []Hinge{h}}}}
	}
	for _, c := range []struct {
		p     Params
		words string // empty: no fault
	}{
		{joint(func(*Limit) {}), ""},
		{joint(func(l *Limit) { l.Points = append(l.Points, []uint32{0, 3}); l.Min = -math.Pi }), ""},
		{joint(func(l *Limit) { l.Points = l.Points[:2] }), "2 points"},
		{joint(func(l *Limit) { l.Points[1] = []uint32{} }), "no mass"},
		{joint(func(l *Limit) { l.Points[1] = []uint32{2, 1} }), "ascending"},
		{joint(func(l *Limit) { l.Points[1] = []uint32{4} }), "mass 4"},
		{joint(func(l *Limit) { l.Points[1] = []uint32{0, 3} }), "end a and end b rest at the same position"},
		{joint(func(l *Limit) { l.Min = -0.1 }), "min is -5.7"},
		{joint(func(l *Limit) { l.Min = 2 }), "no min above max"},
		{joint(func(l *Limit) { l.Max = 4 }), "to 180°"},
		{joint(func(l *Limit) { l.Max = math.NaN() }), "NaN"},
		{joint(func(l *Limit) { l.Stiffness = -1 }), "-1 N·m/rad"},
		{joint(func(l *Limit) { l.Damping = math.Inf(1) }), "Inf N·m·s/rad"},
		{bend(func(*Hinge) {}), ""},
		{bend(func(h *Hinge) { h.Masses[3] = 3 }), ""},
		{bend(func(h *Hinge) { h.Masses[3] = 2 }), "hinge 0 names mass 2 twice"},
		{bend(func(h *Hinge) { h.Masses[2] = 7 }), "mass 7; masses are numbered 0 to 3"},
		{bend(func(h *Hinge) { h.Stiffness = -1 }), "stiffness is -1"},
		{bend(func(h *Hinge) { h.Damping = -2 }), "damping is -2"},
		{bend(func(h *Hinge) { h.Rest = 4 }), "angle at rest is 4"},
	} {
		err := c.p.ValidateFor(m)
		if c.words == "" && err != nil || c.words != "" && (err == nil || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%+v: %v, want %q", c.p, err, c.words)
		}
	}
}

// A point without mass is the middle of its masses.
func TestSharesOfPinnedMasses(t *testing.T) {
	m := &Model{RestPosition: []Vec3{{}, {1}, {4}}, Mass: []float64{0, 0, 3}, Pin: []Pin{PinAll, PinAll, 0}}
	if at := m.RestCenter([]uint32{0, 1}); at != (Vec3{0.5}) {
		t.Errorf("the center of two masses of 0 kg is at %v", at)
	}
	if at := m.RestCenter(nil); at != (Vec3{4}) {
		t.Errorf("the center of all is at %v", at)
	}
}
