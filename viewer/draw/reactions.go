package draw

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/physics/measure"
	"hooke/viewer/draw/hud"
)

// Reactions draw the reactions of a run: the forces on all its contacts, pins and guides.
// ReactionsOf makes them; one goroutine uses them at a time.
type Reactions struct {
	Scale ForceScale // of the last picture; to be set where pictures continue from others

	law    *measure.ReactionLaw // nil: nothing has a reaction
	names  []string
	why    string // why there are no arrows; empty: there are
	state  model.State
	forces []measure.Reaction // in the last picture; nil: none
}

// ReactionsOf prepares the reactions of a subject for a model m and parameters p, which may differ
// from the subject's. Masses that m pins in addition to the subject's are one more pin. It returns
// an error if the law of reactions does not support m.
func ReactionsOf(s Subject, m *model.Model, p model.Params) (*Reactions, error) {
	a := &Reactions{why: s.NoReactions}
	if a.why != "" {
		return a, nil
	}
	pins := s.Pins
	if pins == nil {
		pins = measure.PinsOf(s.Model)
	}
	pinCount := len(pins)
	if more := added(s.Model, m); more.Masses != nil {
		pins = append(slices.Clone(pins), more)
	}
	for kind, count := range []int{measure.OnContact: len(p.Contacts), measure.OnPin: len(pins), measure.OnGuide: len(p.Guides)} {
		for k := range count {
			a.names = append(a.names, measure.ReactionName{Kind: measure.ReactionKind(kind), Index: k}.String())
		}
	}
	if a.names == nil {
		a.why = "no contact, pin or guide"
		return a, nil
	}
	var err error
	if a.law, err = measure.NewReactions(m, p, pins, a.names); err != nil {
		return nil, err
	}
	if len(pins) > pinCount {
		a.names[len(p.Contacts)+pinCount] = "pinned by hand"
	}
	return a, nil
}

// added is a pin of the masses that are pinned on more axes in the second model.
func added(before, now *model.Model) measure.Pin {
	more := measure.Pin{Axes: model.PinAll}
	if before == now || before.MassCount() != now.MassCount() {
		return more
	}
	for i := range now.MassCount() {
		if now.PinOf(i)&^before.PinOf(i) != 0 {
			more.Masses = append(more.Masses, uint32(i))
		}
	}
	return more
}

// Use takes over parameters of which inputs of a controlled run have set a part.
func (a *Reactions) Use(p model.Params) {
	if a.law != nil {
		a.law.Use(p)
	}
}

// Put puts arrows and numbers into a frame. It has the positions and velocities that are
// drawn read, such as by Renderer.State, unless the frame is still and there was one before.
// restScale is L0(t)/L0 of the springs of each actuator then; nil: as the signals have it.
func (a *Reactions) Put(f *Frame, read func(into *model.State), restScale []float64) {
	if a.law != nil && (!f.Still || a.forces == nil) {
		read(&a.state)
		a.state.Time = f.Time
		a.forces = a.law.Reactions(&a.state, restScale)
	}
	f.Arrows, f.Overlay.Reactions = a.shown(f.Camera.Size)
}

// mostLines is how many reactions have a line with their number.
const mostLines = 6

// shown are the arrows and the lines in a view of the given number of meters, the largest force first.
func (a *Reactions) shown(size float64) (arrows []Arrow, lines []hud.Reading) {
	if a.law == nil {
		return nil, []hud.Reading{{What: "reactions", Much: a.why}}
	}
	order := make([]int, len(a.forces))
	for k := range order {
		order[k] = k
	}
	force := func(k int) float64 { return a.forces[k].Force.Len() }
	slices.SortStableFunc(order, func(i, j int) int { return compare(force(j), force(i)) })
	largest := force(order[0])
	a.Scale.fit(largest, size)
	scale := hud.Reading{What: "arrows", Much: a.Scale.in(size)}
	if a.Scale == 0 {
		scale.Much = "no force yet"
	}
	lines = append(lines, scale)
	for at, k := range order {
		if long := a.Scale.length(force(k)); long > 0 && !math.IsInf(long, 0) && at < MostArrows {
			arrows = append(arrows, Arrow{From: a.place(k), Along: a.forces[k].Force.Mul(1 / float64(a.Scale))})
		}
		if at < mostLines {
			lines = append(lines, hud.Reading{What: a.names[k], Much: hud.Quantity(force(k), "N")})
		}
	}
	if more := len(order) - mostLines; more > 0 {
		lines = append(lines, hud.Reading{What: fmt.Sprintf("and %d more", more), Much: "none larger"})
	}
	return arrows, lines
}

// compare orders numbers; NaN comes after all others.
func compare(x, y float64) int {
	switch {
	case x < y || math.IsNaN(x) && !math.IsNaN(y):
		return -1
	case x > y || math.IsNaN(y) && !math.IsNaN(x):
		return 1
	}
	return 0
}

// place returns where an arrow begins [m]: on a contact where the forces act, else at the mean of
// the masses.
func (a *Reactions) place(k int) model.Vec3 {
	if a.law.Name(k).Kind == measure.OnContact {
		return a.forces[k].Place()
	}
	return a.forces[k].Center
}
