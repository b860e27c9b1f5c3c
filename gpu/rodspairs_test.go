package gpu

import (
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
)

// pressedRods are the rods of rodCase as balls, with a coil whose windings are pressed together: soft or stiff,
// with friction.
func pressedRods(stiffness float64) sweepCase {
	c := rodCase()
	m, start := *c.model, c.start.Clone()
	m.Radius = make([]float64, m.MassCount())
	for i := range 100 { // the coil
		m.Radius[i] = 0.014
		start.Position[i][2] *= 0.9
	}
	start.RoundToFloat32()
	c.name, c.model, c.start, c.params = "pressed rods", &m, start, c.params.Clone()
	c.params.Collision = model.Collision{Self: true, Skin: 0.005, CheckEvery: 2,
		Bodies: []model.Surface{{Stiffness: stiffness, DampingRatio: 0.2, StaticFriction: 0.5, KineticFriction: 0.4}}}
	c.steps = 2
	return c
}

// Masses of rods that collide are where the reference has them.
func TestRodsBesideCollisionsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for name, stiffness := range map[string]float64{"soft": 100, "stiff": 1e4} {
		c := pressedRods(stiffness)
		c.name = name
		ref := stepped(t, c.model, c.params, c.start, c.steps)
		if touching, err := ref.Touching(); err != nil || touching.Most == 0 {
			t.Fatalf("%s: nothing touches, %v", name, err)
		}
		for precision, tolerance := range map[options.Precision]float64{options.Single: rodTolerance, options.Double: 1e-9} {
			if off := rodsApart(t, ctx, c, Options{Precision: precision}); !(off <= tolerance) {
				t.Errorf("%s, %v: %.2g off the reference, want at most %.2g", name, precision, off, tolerance)
			}
		}
	}
}

func TestRodsBesideCollisionsSeeMutants(t *testing.T) {
	seesMutants(t, []mutant{{"pair_press.comp", "keep(k, after);", ""}}, 2*rodTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return rodsApart(t, ctx, pressedRods(1e4), Options{Shaders: files}), 0
	})
}
