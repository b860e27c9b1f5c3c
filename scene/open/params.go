package open

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
	"hooke/scene/words"
)

// params returns the run's parameters for all parts except dt, by the rules of SideBySide.
func (w *world) params() (model.Params, error) {
	first := w.parts[0].Params
	out := model.Params{Integrator: first.Integrator, Iterations: first.Iterations, Forward: first.Forward, Warm: first.Warm, Tolerance: first.Tolerance}
	for i, s := range w.parts {
		if err := w.alike(i); err != nil {
			return out, err
		}
		out.Ledger = out.Ledger || s.Params.Ledger
		out = out.With(w.partParams(i))
	}
	if err := w.addWind(&out); err != nil {
		return out, err
	}
	if err := w.addContacts(&out); err != nil {
		return out, err
	}
	w.chooseDrag(&out)
	return out, nil
}

// alike refuses a part whose numbers differ from those of the first part where a run has
// only one.
func (w *world) alike(i int) error {
	a, b := w.parts[0].Params, w.parts[i].Params
	if a.Tolerance != b.Tolerance {
		return fmt.Errorf("scene: %s and %s cannot stand side by side: their iterations end at residuals of %g and %g; give both the same in their scene files", w.names[0], w.names[i], a.Ends(), b.Ends())
	}
	if a.Iterations != b.Iterations || a.Forward != b.Forward || a.Warm != b.Warm {
		return fmt.Errorf("scene: %s and %s cannot stand side by side: they have %d and %d iterations, %g and %g of a warm start, or not the same direction of sweeps; give both the same in their scene files",
			w.names[0], w.names[i], a.Iterations, b.Iterations, a.Warm, b.Warm)
	}
	if a.Integrator != b.Integrator {
		return &scene.OptionError{Option: "solver", Reason: fmt.Sprintf("%s takes %v and %s takes %v; give one for all", w.names[0], a.Integrator, w.names[i], b.Integrator)}
	}
	for _, term := range model.Terms() {
		first, unit, single := term.Single(a)
		if other, _, _ := term.Single(b); single && first != other {
			return fmt.Errorf("scene: %s and %s cannot stand side by side: %s is %v and %v %s; give both the same in their scene files",
				w.names[0], w.names[i], term.Name, first, other, unit)
		}
	}
	return nil
}

// partParams returns the parameters of a part, for its masses in the whole model and at its
// new position, without its contacts and collisions (see addContacts, collide).
func (w *world) partParams(i int) model.Params {
	first := uint32(w.first[i])
	return w.parts[i].Params.Without(model.ContactTerm, model.CollisionTerm).Moved(w.moves[i]).Renumbered(model.Numbers{
		List: func(masses []uint32) []uint32 { return w.massesOf(i, masses) }, One: func(mass uint32) uint32 { return first + mass }})
}

// massesOf translates a list of masses of a part to numbers in the whole model; nil means
// all masses of the part.
func (w *world) massesOf(i int, masses []uint32) []uint32 {
	count := len(masses)
	if masses == nil {
		count = w.parts[i].Model.MassCount()
	}
	out := make([]uint32, count)
	for k := range out {
		out[k] = uint32(w.first[i] + k)
		if masses != nil {
			out[k] = uint32(w.first[i]) + masses[k]
		}
	}
	return out
}

// addWind adds the wind that all parts with triangles share.
func (w *world) addWind(out *model.Params) error {
	from := -1
	for i, s := range w.parts {
		switch {
		case len(s.Model.Triangles) == 0:
		case from < 0:
			from, out.Wind = i, s.Params.Wind
		case s.Params.Wind != out.Wind:
			return fmt.Errorf("scene: %s and %s cannot stand side by side: each is blown on, and their winds differ; give both the same [wind] in their scene files", w.names[from], w.names[i])
		}
	}
	return nil
}

// addContacts adds the common ground and the other contacts of the parts, each moved with
// its part.
func (w *world) addContacts(out *model.Params) error {
	if w.ground != nil {
		out.Contacts = append(out.Contacts, *w.ground)
	}
	for i, s := range w.parts {
		own, level := s.Params.GroundHeight()
		for k, c := range s.Params.Contacts {
			if level && isGround(c, own) {
				continue
			}
			c.Shape = movedShape(c.Shape, w.moves[i])
			if c.Trajectory != nil && c.Trajectory.Pivot != nil {
				trajectory, pivot := *c.Trajectory, c.Trajectory.Pivot.Add(w.moves[i])
				trajectory.Pivot, c.Trajectory = &pivot, &trajectory
			}
			if err := w.reaches(c, i, k); err != nil {
				return err
			}
			out.Contacts = append(out.Contacts, c)
		}
	}
	return nil
}

// reaches refuses a contact of a part if masses of another part start inside it.
func (w *world) reaches(c model.Contact, owner, number int) error {
	for i, s := range w.parts {
		if i == owner {
			continue
		}
		if depth, mass, _ := tune.DeepestMass(tune.Obstacle{Contact: c}, [][]model.Vec3{s.Start.Position}, w.moves[i]); depth > 0 {
			return fmt.Errorf("scene: %s and %s cannot stand side by side: mass %d of %s would start %.3g m inside contact %d of %s (%s); "+
				"give them in another order, or in windows of their own",
				w.names[owner], w.names[i], mass, w.names[i], depth, number, w.names[owner], tune.ShapeWord(c.Shape))
		}
	}
	return nil
}

// movedShape returns a shape moved by a vector [m].
func movedShape(shape model.Shape, move model.Vec3) model.Shape {
	switch s := shape.(type) {
	case model.Plane:
		s.Offset += move.Dot(s.UnitNormal())
		return s
	case model.Sphere:
		s.Center = s.Center.Add(move)
		return s
	case model.Capsule:
		s.A, s.B = s.A.Add(move), s.B.Add(move)
		return s
	case model.Terrain:
		s.Center = s.Center.Add(move)
		return s
	case model.Field:
		s.Center = s.Center.Add(move)
		return s
	case model.Box:
		s.Center = s.Center.Add(move)
		return s
	}
	return shape
}

// collide lets the masses of parts collide, those of each part by the choices of that part,
// and with those of other parts. Their numbers that no result depends on are the safest.
func (w *world) collide(out *scene.Scene) {
	var c model.Collision
	var first model.Surface // of the masses of a part that do not collide, and so never read
	var all, without []string
	for i, s := range w.parts {
		p := s.Params.Collision
		if !p.Acts() {
			continue
		}
		all = append(all, w.names[i])
		if first = p.Bodies[0]; c.CheckEvery == 0 {
			c.CheckEvery = p.CheckEvery
		}
		c.Self, c.Others = c.Self || p.Self, true
		c.Skin, c.CheckEvery = max(c.Skin, p.Skin), min(c.CheckEvery, p.CheckEvery)
		c.FrictionIterations = max(c.FrictionIterations, p.FrictionIterations)
	}
	if all == nil {
		w.note("their masses do not collide with each other (--collide lets them)")
		return
	}
	for i, s := range w.parts {
		if bodies := s.Params.Collision.Bodies; bodies != nil {
			c.Bodies = append(c.Bodies, bodies...)
			continue
		}
		without = append(without, w.names[i])
		for range physics.BodyCount(s.Model) {
			c.Bodies = append(c.Bodies, first)
		}
	}
	out.Params.Collision = c
	if without != nil {
		w.note("the masses of %s do not collide with those of others (--collide lets them)", words.Listed(without))
	}
}

// chooseDrag chooses the least drag, which is the longest half-life; no drag counts as
// the longest.
func (w *world) chooseDrag(out *model.Params) {
	longest, differ := w.parts[0].Params.DragLife(), false
	for _, s := range w.parts[1:] {
		h := s.Params.DragLife()
		differ = differ || h != longest
		if longest != 0 && (h == 0 || h > longest) {
			longest = h
		}
	}
	out.DragHalfLife = longest
	switch {
	case differ && longest == 0:
		w.note("their drag differs; all move without (--drag gives them one)")
	case differ:
		w.note("their drag differs; all have the least of them, a half-life of %g s (--drag gives them one)", longest)
	}
}

// chooseStep chooses the least dt of the parts, or less where the whole model needs it.
func (w *world) chooseStep(whole *model.Model, out *model.Params) error {
	least, most := math.Inf(1), 0.0
	for _, s := range w.parts {
		least, most = min(least, s.Params.DT), max(most, s.Params.DT)
	}
	out.DT = least
	if safe := physics.SafeStep(whole, *out); w.options.DT == 0 && safe > 0 && least > safe {
		if out.DT = physics.AutoStep(whole, *out); slices.ContainsFunc(w.parts, func(s *scene.Scene) bool { return s.Classed }) {
			out.DT = physics.StepClass(out.DT)
		}
		w.note("dt is %.3g s, half the safe step of all on one ground", out.DT)
	} else if most > least {
		w.note("dt is the least of theirs, %.3g s (the largest is %.3g s)", least, most)
	}
	for i, s := range w.parts {
		for _, m := range s.Model.Materials {
			if m.Normalized != (spring.Normalized{}) && s.Params.DT != out.DT {
				return &scene.OptionError{Option: "dt", Reason: fmt.Sprintf("%s has the normalized material %q, which is another one at dt %.3g s than at its own %.3g s; give one dt for all", w.names[i], m.Name, out.DT, s.Params.DT)}
			}
		}
	}
	return nil
}
