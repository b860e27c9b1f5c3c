package relax

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod/chain"
	"hooke/physics"
)

// Problem finds where a model rests under the parameters of a run at one time. It is not safe for concurrent use.
type Problem struct {
	model    *model.Model
	springs  []spring
	set      *chain.Set
	clamps   []model.Vec3 // the turn of each clamp
	held     []int        // the clamp of each segment; −1: none
	loads    []model.Vec3 // m g + F of each mass [N]
	handles  []model.Handle
	contacts []model.Contact
	anchors  []anchor

	row    []int     // the first row of each body, masses before segments; −1: it does not move
	moves  []float64 // of each row: 1, or 0 of a pinned axis
	matrix chain.Skyline
	own    []float64 // D of each row
	side   []float64 // ∇U, then steps
}

// spring is one that acts.
type spring struct {
	number  int
	a, b    uint32
	k, rest float64
	pulls   bool // it never pushes
}

// refuseNewton returns an error that names the first part of a run that Problem does not support. Where contacts have
// friction there are many rests, so that a state must say where masses stick.
func refuseNewton(m *model.Model, p model.Params, sticks bool) error {
	switch {
	case m.Pattern != nil:
		return errors.New("springs of a pattern are not looked at one by one")
	case m.Attachments > 0:
		return errors.New("cables hold it, which have no stiffness")
	case p.Collision.Acts():
		return errors.New("its masses collide with each other")
	case len(p.Guides) > 0:
		return errors.New("guides hold it")
	case len(p.Motors) > 0:
		return errors.New("motors drive it")
	case p.Wind.Blows():
		return errors.New("wind blows on it")
	}
	for _, c := range p.Contacts {
		switch {
		case !sticks && hasFriction(&c):
			return errors.New("contacts have friction, by which it may rest in many places")
		case c.PerMass:
			return errors.New("contacts are as stiff as each mass makes them")
		case c.Spans() != model.TouchMasses:
			return errors.New("contacts push edges and triangles")
		case c.Trajectory.Moves():
			return errors.New("contacts move")
		}
	}
	for i := range m.Materials {
		switch of := &m.Materials[i]; {
		case of.Rigid:
			return fmt.Errorf("material %d (%s) is rigid, which has no stiffness", i, of.Name)
		case of.Inelastic.There():
			return fmt.Errorf("material %d (%s) is more than a stiffness: it changes, or has a force table", i, of.Name)
		}
	}
	return nil
}

// hasFriction reports whether a contact has friction.
func hasFriction(c *model.Contact) bool { return c.StaticFriction > 0 || c.KineticFriction > 0 }

// NewProblem returns the problem of a model, with signals as they are at t [s], or an error that says why Newton's method cannot solve it. Position-based
// dynamics, which reads no stiffness, is judged by the stiffness of the materials. Masses that contacts with friction touch in
// the state stuck stay where they are along the surface; nil: friction is refused.
func NewProblem(m *model.Model, p model.Params, t float64, stuck *model.State) (*Problem, error) {
	if err := refuseNewton(m, p, stuck != nil); err != nil {
		return nil, err
	}
	if p.Integrator.Method().Softens {
		p.Integrator = model.Impulses
	}
	now := physics.SignalsOf(p, t)
	s := &Problem{model: m, set: chain.Of(m), loads: make([]model.Vec3, m.MassCount()), handles: p.Handles, contacts: p.Contacts}
	own := physics.ResolverOf(m, p).All(nil)
	for k, ends := range m.Ends {
		material := &m.Materials[m.MaterialOf[k]]
		if m.MaterialOf[k] == model.Removed || m.IsSegment(k) || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
			continue
		}
		one := spring{number: k, a: ends[0], b: ends[1], k: material.Stiffness, rest: m.RestLength[k], pulls: material.TensionOnly}
		if own != nil {
			one.k = own[k].Stiffness
		}
		if now.RestScale != nil && m.ActuatorOf != nil && m.ActuatorOf[k] != 0 {
			one.rest *= now.RestScale[m.ActuatorOf[k]-1]
		}
		s.springs = append(s.springs, one)
	}
	for i := range s.loads {
		s.loads[i] = p.Gravity.Mul(m.Mass[i])
	}
	for k, f := range p.Forces {
		m.Each(f.Masses, func(i int) { s.loads[i] = s.loads[i].Add(f.Force.Mul(now.ForceFactor[k])) })
	}
	s.held = s.set.Held(p.Clamps)
	for _, c := range p.Clamps {
		s.clamps = append(s.clamps, c.Turn(t))
	}
	s.number()
	if stuck != nil {
		s.stick(stuck)
	}
	return s, nil
}

// sticking is the stiffness that holds a sticking mass along the surface, relative to that of
// the contact.
const sticking = 1e4

// stick finds the masses that stick.
func (s *Problem) stick(in *model.State) {
	for c := range s.contacts {
		for i, x := range in.Position {
			if depth, n := s.contacts[c].Depth(x); hasFriction(&s.contacts[c]) && s.row[i] >= 0 && depth > 0 {
				across := mgl64.Ident3().Sub(outer(n, n)).Mul(sticking * s.contacts[c].Stiffness)
				s.anchors = append(s.anchors, anchor{mass: i, at: x, stiffness: across})
			}
		}
	}
}

// Work is about how many multiplications an elimination takes.
func (s *Problem) Work() (sum float64) {
	for i := range s.moves {
		width := float64(i - s.matrix.First(i) + 1)
		sum += width * width / 2
	}
	return sum
}

// Unknowns returns the number of rows.
func (s *Problem) Unknowns() int { return len(s.moves) }

// bodies returns the number of masses and segments, and body of a segment the number behind those of masses.
func (s *Problem) bodies() int          { return s.model.MassCount() + len(s.set.Segments) }
func (s *Problem) body(segment int) int { return s.model.MassCount() + segment }

// anchor keeps a mass near a position, along a surface.
type anchor struct {
	mass      int
	at        model.Vec3
	stiffness mgl64.Mat3 // [N/m]
}

// place holds the positions and orientations of all bodies.
type place struct {
	position    []model.Vec3
	orientation []mgl64.Quat
}

// clone returns a copy that shares no memory.
func (x place) clone() place {
	return place{append([]model.Vec3(nil), x.position...), append([]mgl64.Quat(nil), x.orientation...)}
}
