package pbd

import (
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/gpu/solver"
	"hooke/shaders"
)

var _ solver.Divided = (*Positions)(nil)

// Make compiles the passes.
func (s *Positions) Make(m solver.Source) (err error) {
	s.made = passes{}
	if err = s.springs.Group(m.InPlace.Group); err != nil {
		return err
	}
	k := m.InPlace
	booking, worked := s.works.With(k, false)
	made := func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, over pass.Extent, slots ...pass.Slot) {
		if err == nil {
			*to, err = k.Make(name, file, over, append(m.State[:2:2], slots...))
		}
	}
	b, number := s.arrays, s.springs.NumberSlot()
	status, external := pass.Slot{Binding: shaders.BindStatus, Buffer: b.Status}, pass.Slot{Binding: shaders.BindExternal, Buffer: b.External}
	springs := append(s.springs.Slots(), number, status)
	made(&s.made.predict, k, "predict", shaders.Predict, m.Over, external, status)
	made(&s.made.project, k, "project", shaders.Project, s.springs.Extent(), springs...)
	if len(s.springs.Colors.Rest()) > 0 {
		made(&s.made.rest, k, "project-rest", shaders.ProjectRest, pass.Extent{Items: pass.OfSprings, Count: 1}, springs...)
	}
	contacts := []pass.Slot{{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindPushed, Buffer: s.pushed}}
	if len(s.params.Contacts) > 0 {
		made(&s.made.pushOut, k, "push-out", shaders.PushOut, m.Masses, contacts...)
	}
	if rubs(s.params) {
		made(&s.made.rub, booking, "rub-pushed", shaders.RubPushed, m.Masses, append(worked, contacts...)...)
	}
	if s.works != nil {
		made(&s.made.bookPredict, booking, "book-predict", shaders.Predict, m.Masses, append(worked, external, status)...)
	}
	made(&s.made.finish, k, "finish", shaders.FinishSubstep, m.Over, status)
	return err
}

// Order are the passes of a step, each once.
func (s *Positions) Order(forces []*pass.Pass) []*pass.Pass {
	p := &s.made
	return append(append([]*pass.Pass(nil), forces...), p.bookPredict, p.predict, p.project, p.rest, p.pushOut, p.rub, p.finish)
}

// Advance queues a step, which has a row of signals for each of its substeps. Contacts are where
// they are at the end of a substep.
func (s *Positions) Advance(on solver.Stepper, row int) {
	for k := range s.params.Substeps {
		on.Note()
		on.Forces(row + k + 1)
		starts, ends := rowPlain, rowPlain
		if k == 0 {
			starts = rowStarts
		}
		if k == s.params.Substeps-1 {
			ends = rowEnds
		}
		if s.made.bookPredict != nil {
			s.made.bookPredict.Dispatch(s.ctx)
			s.ctx.Barrier(glx.ByShader) // rub-pushed adds to these works
		}
		s.move(on, s.made.predict, starts)
		push := rowPushFirst
		for n := range s.params.Sweeps() {
			s.sweep(n == 0)
			s.move(on, s.made.pushOut, push)
			push = rowPushAgain
		}
		s.move(on, s.made.rub, rowPlain)
		s.move(on, s.made.finish, ends)
		on.Catch(row + k + 1)
	}
}

// move queues a pass of masses with a row of the uniform block. Without a pass it does nothing.
func (s *Positions) move(on solver.Stepper, p *pass.Pass, row int) {
	if p != nil {
		s.rows.Bind(row)
		on.Move(p)
	}
}

// sweep queues a visit to all springs: color by color, then those without one.
func (s *Positions) sweep(first bool) {
	colors := s.springs.Colors.Count()
	s.made.project.Timer.Begin() // of all colors together
	for k := range s.visits() {
		if k == colors {
			s.made.project.Timer.End()
		}
		s.rows.Bind(s.springRow(first, k))
		if k < colors {
			s.springs.Visit(s.made.project, k)
			continue
		}
		s.made.rest.Dispatch(s.ctx)
		s.ctx.Barrier(glx.ByShader) // who comes next reads the velocities
	}
	s.made.project.Timer.End() // which does nothing where it has ended
}

// Centered says that a ledger needs no other velocities.
func (s *Positions) Centered() ledger.Centering { return ledger.CenteredState }

// Center compiles nothing.
func (s *Positions) Center(pass.Maker, pass.Extent, []pass.Slot, pass.Slot) (*pass.Pass, error) {
	return nil, nil
}
