package open

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hooke/control"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/tune"
)

// SideBySide opens several presets or files, each as Open does with the same
// options, and places them side by side in one scene: the first stays where it is,
// each other one stands beside the previous one along +x. They share nothing but the
// world, whose rules are
//
//   - ground: each stands on its own level ground as before, and all of these
//     are at the height of the first; the stiffest of them is the ground of all, or a
//     softer one where that would take a much smaller dt of lighter masses: as soft as
//     lets each sink in by a two-hundredth of its size. A scene without a ground is lifted
//     onto it where it would start below.
//   - dt: the least of theirs, or half the safe step of the whole where that is less.
//   - drag: the least of theirs; option drag gives one for all.
//   - gravity, quadratic drag, the solver, and the wind on parts with triangles
//     must be the same; option solver gives one for all.
//   - collisions: masses that collide in any of them collide with those of the others;
//     option collide lets all of them.
//   - control: all that have any need the same period and latency.
//   - contacts other than the ground move along with their scene and act on all: a
//     mass of another one that would start inside is refused.
//
// Choices that had to be made are in Report.Notes. One name is Open; none is an error.
// Groups of a part become PART/group, with the part's name. Needs the memory of all
// parts and of the whole while it is made.
func SideBySide(names []string, o scene.Options) (*scene.Scene, error) {
	switch len(names) {
	case 0:
		return nil, fmt.Errorf("scene: nothing to open; name a preset (%s) or a file", strings.Join(preset.Names(), ", "))
	case 1:
		return Scene(names[0], o)
	}
	o.ByPattern = false // parts are joined in arrays
	parts := make([]*scene.Scene, len(names))
	for i, name := range names {
		var err error
		if parts[i], err = Scene(name, o); err != nil {
			return nil, err
		}
	}
	return combine(partNames(names), parts, o)
}

// partNames are short names of the parts, all different.
func partNames(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		base := filepath.Base(name)
		short := base
		for n := 2; slices.Contains(out, short); n++ {
			short = fmt.Sprintf("%s %d", base, n)
		}
		out = append(out, short)
	}
	return out
}

// combine makes one scene of several, side by side.
func combine(names []string, parts []*scene.Scene, o scene.Options) (*scene.Scene, error) {
	w := world{names: names, parts: parts, options: o}
	w.place()
	out := &scene.Scene{Name: strings.Join(names, " + ")}
	var merge []join.Part
	actuators := 0
	for i, s := range parts {
		merge = append(merge, join.Part{Model: s.Model, Name: names[i], Move: w.moves[i], FirstActuator: actuators})
		actuators += len(s.Params.Actuators)
		out.Duration = max(out.Duration, s.Duration)
	}
	var err error
	if out.Model, err = join.Merge(out.Name, merge...); err != nil {
		return nil, fmt.Errorf("scene: %s: %w", out.Name, err)
	}
	out.Start = w.start()
	if out.Params, err = w.params(); err != nil {
		return nil, err
	}
	w.collide(out)
	w.soften(out.Model, &out.Params)
	if err := w.chooseStep(out.Model, &out.Params); err != nil {
		return nil, err
	}
	for i, s := range parts {
		for _, note := range s.Report.Notes {
			out.Report.Notes = append(out.Report.Notes, names[i]+": "+note)
		}
	}
	out.Report.Notes = append(out.Report.Notes, w.notes...)
	if out.Control, err = w.control(); err != nil {
		return nil, err
	}
	return tune.Finish(out, out.Name, scene.Options{}), nil
}

// world is several scenes that are being combined.
type world struct {
	names   []string
	parts   []*scene.Scene
	options scene.Options
	moves   []model.Vec3 // of each part [m]
	first   []int        // number of the first mass of each part
	ground  *model.Contact
	grounds string // whose ground it is, in words; empty: all grounds are alike
	notes   []string
}

func (w *world) note(format string, args ...any) {
	w.notes = append(w.notes, fmt.Sprintf(format, args...))
}

// partGap is the distance between neighbors, in sizes of the larger one.
const partGap = 0.2

// place finds the position of each part, and the common ground.
func (w *world) place() {
	height, grounded := w.findGround()
	edge, last := 0.0, 0.0 // right edge and size of the previous part
	count := 0
	for i, s := range w.parts {
		lo, hi := s.Start.Bounds()
		size := scene.Largest(hi.Sub(lo))
		var move model.Vec3
		if i > 0 {
			move[0] = edge + partGap*max(size, last) - lo[0]
		}
		if own, ok := s.Params.GroundHeight(); ok {
			move[2] = height - own
		} else if grounded {
			rest := tune.Obstacle{Contact: model.Contact{Shape: model.Plane{Offset: height + tune.LiftGap(size)}}} // a gap above the ground
			if up, _ := tune.LiftOut([]tune.Obstacle{rest}, [][]model.Vec3{s.Start.Position}, 0); len(up.Out) > 0 {
				move[2] = up.Move[2]
				w.note("%s has no ground; it is lifted by %.3g m onto that of the others", w.names[i], move[2])
			}
		}
		w.moves, w.first = append(w.moves, move), append(w.first, count)
		edge, last = hi[0]+move[0], size
		count += s.Model.MassCount()
	}
}

// start returns the start state of all parts together.
func (w *world) start() *model.State {
	out := &model.State{}
	for i, s := range w.parts {
		for _, x := range s.Start.Position {
			out.Position = append(out.Position, x.Add(w.moves[i]))
		}
		out.Velocity = append(out.Velocity, s.Start.Velocity...)
		out.Orientation = append(out.Orientation, s.Start.Orientation...)
		out.AngularVelocity = append(out.AngularVelocity, s.Start.AngularVelocity...)
	}
	return out
}

// control closes the loops of all parts together.
func (w *world) control() (*control.Spec, error) {
	var parts []control.Part
	for i, s := range w.parts {
		parts = append(parts, control.Part{Name: w.names[i], Spec: s.Control, Params: s.Params, Masses: s.Model.MassCount()})
	}
	out, err := control.Join(parts)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return out, nil
}
