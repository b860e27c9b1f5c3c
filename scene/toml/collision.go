package toml

import (
	"errors"
	"slices"
	"strconv"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// collides reports whether masses collide: the file has [collision], or it is asked for.
func (f *sceneFile) collides() bool { return f.options.Collide || f.One("collision").Name != "" }

// collisionsFrom returns the choices of a table [collision].
func collisionsFrom(t *parse.Table) scene.Collisions {
	between := t.Texts("between")
	ratio, touches := t.Number("damping_ratio", 0), model.Colliders(0)
	for _, one := range model.AllColliders() {
		if slices.Contains(t.Texts("touches"), one.String()) {
			touches |= one
		}
	}
	return scene.Collisions{Groups: t.Texts("groups"), CollisionOptions: physics.CollisionOptions{
		Touches: touches,
		Radius:  t.Number("radius", 0), RadiusFactor: t.Number("radius_factor", 0), Stiffness: t.Number("stiffness", 0),
		DampingRatio: ratio, Undamped: t.Value("damping_ratio") != nil && ratio == 0,
		StaticFriction: t.Number("static_friction", 0), KineticFriction: t.Number("kinetic_friction", 0), FrictionIterations: int(t.Whole("friction_iterations")),
		Skin: t.Number("skin", 0), CheckEvery: int(min(t.Whole("check_every"), 1<<30)), Which: t.Text("which"),
		Self: slices.Contains(between, "self"), Others: slices.Contains(between, "bodies"),
	}}
}

// addCollisions lets masses collide. Meshes that springs join are one body by then.
func (f *sceneFile) addCollisions(s *scene.Scene) {
	if !f.collides() || f.Faulty() {
		return
	}
	join.UniteBodies(s.Model)
	t, own := f.One("collision"), s.Model.Radius
	chosen := scene.Collisions{}
	if t.Name != "" {
		if v := t.Value("groups"); v != nil {
			if _, known := f.members(t, "groups", s.Model); !known {
				return
			}
		}
		chosen = collisionsFrom(t)
	}
	chosen.Radii = own
	if err := tune.Collide(s, chosen); err != nil {
		f.collisionFault(t, own, err)
	}
}

// collisionFault adds an error about collisions as a fault of the key that it is about, in [collision] or, where that has
// the radius, in the [[mass]]. own are radii of masses by hand [m], 0 of other masses.
func (f *sceneFile) collisionFault(t *parse.Table, own []float64, err error) {
	if mass := f.massWithRadius(own, err); mass != nil {
		t = mass
	}
	if t.Name == "" {
		f.Fault(parse.Span{}, "option collide: %v; give the numbers in [collision]", err)
		return
	}
	f.FaultAt(t, blamed(t, err.Error()), "%v", err)
}

// massWithRadius returns the table of the mass by hand whose own radius an error is about; nil where it is about another number.
func (f *sceneFile) massWithRadius(own []float64, err error) (out *parse.Table) {
	var of *physics.RadiusError
	if !errors.As(err, &of) || of.Mass >= len(own) || own[of.Mass] == 0 {
		return nil
	}
	before := 0 // masses with a radius of their own
	for _, radius := range own[:of.Mass] {
		if radius > 0 {
			before++
		}
	}
	f.Each("mass", func(one *parse.Table) {
		if one.Number("radius", 0) > 0 {
			if before == 0 {
				out = one
			}
			before--
		}
	})
	return out
}

// collisions writes the settings of a scene for collisions.
func (w *writer) collisions(c *scene.Collisions) {
	if c == nil {
		return
	}
	w.table("collision")
	var touches []string
	for _, one := range model.AllColliders() {
		if c.Touches&one != 0 {
			touches = append(touches, one.String())
		}
	}
	w.texts("touches", touches)
	w.unlessZero("radius", c.Radius)
	w.unlessZero("radius_factor", c.RadiusFactor)
	w.unlessZero("stiffness", c.Stiffness)
	if c.DampingRatio != 0 || c.Undamped {
		w.number("damping_ratio", c.DampingRatio)
	}
	w.unlessZero("static_friction", c.StaticFriction)
	w.unlessZero("kinetic_friction", c.KineticFriction)
	if c.FrictionIterations != 0 {
		w.line("friction_iterations", strconv.Itoa(c.FrictionIterations))
	}
	w.unlessZero("skin", c.Skin)
	if c.CheckEvery != 0 {
		w.line("check_every", strconv.Itoa(c.CheckEvery))
	}
	if c.Which != "" {
		w.text("which", c.Which)
	}
	w.texts("groups", c.Groups)
	if c.Self != c.Others {
		w.texts("between", []string{map[bool]string{true: "self", false: "bodies"}[c.Self]})
	}
}
