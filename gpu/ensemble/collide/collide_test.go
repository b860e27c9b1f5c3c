package collide

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/shaders"
)

// row is count masses in a row, a spacing of 0.1 m apart, with a radius.
func row(count int, radius float64) *model.Model {
	m := &model.Model{Materials: []model.Material{{}, {Stiffness: 1}}}
	for i := range count {
		m.RestPosition, m.Mass, m.Radius = append(m.RestPosition, model.Vec3{0.1 * float64(i)}), append(m.Mass, 1), append(m.Radius, radius)
		if i > 0 {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)}), append(m.RestLength, 0.1), append(m.MaterialOf, 1)
		}
	}
	return m
}

// Lists have places by how far masses reach, within bounds; a dispatch makes fewer steps where lists are long.
func TestPlan(t *testing.T) {
	c := model.Collision{Bodies: make([]model.Surface, 1), Self: true, Skin: 0.02}
	withFriction := c
	withFriction.Bodies = []model.Surface{{StaticFriction: 1}}
	for _, want := range []struct {
		what         string
		count        int
		radius       float64
		c            model.Collision
		chosen, room int
		steps        int
	}{
		{"half a spacing", 100, 0.05, c, 0, 24, 233},
		{"0.7 spacings", 100, 0.07, c, 0, 56, 233},
		{"large", 200, 1, c, 0, 96, 117},
		{"few", 10, 0.05, c, 0, 9, 2272},
		{"one", 1, 0.05, c, 0, 1, 12500},
		{"chosen", 100, 0.05, c, 3, 3, 233},
		{"friction", 100, 0.05, withFriction, 0, 24, 155},
		{"long", 30000, 0.05, withFriction, 0, 24, 1},
	} {
		p := New(row(want.count, want.radius), want.c, want.chosen)
		if p.room != want.room || p.Rows() != (4+want.room)*want.count+6*((want.count+15)/16) {
			t.Errorf("%s: lists have %d places, not %d; %d rows", want.what, p.room, want.room, p.Rows())
		}
		if got := p.MostSteps(1); got != want.steps {
			t.Errorf("%s: a dispatch makes %d steps, not %d", want.what, got, want.steps)
		}
	}
	if (*Plan)(nil).MostSteps(1) != math.MaxInt || New(row(3, 0), c, 0) != nil || New(row(3, 1), model.Collision{}, 0) != nil {
		t.Error("masses collide that have no radius, or need not")
	}
	withFriction.FrictionIterations = 3
	share := shaders.Define{}
	for _, d := range New(row(3, 1), withFriction, 0).Defines(9, 100) {
		if d.Name == "FRICTION_SHARE" {
			share = d
		}
	}
	must.Be(t, share.Value, "0.333333333", "each of three evaluations takes of friction")
}
