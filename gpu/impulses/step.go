package impulses

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/solver"
	"hooke/shaders"
)

var (
	_ solver.Divided = (*Sweeps)(nil)
	_ solver.Shower  = (*Sweeps)(nil)
)

// Make compiles the passes.
func (s *Sweeps) Make(m solver.Source) (err error) {
	s.made = passes{}
	s.links.made.Release()
	s.links.maker, s.links.made = m.InPlace, nil
	if err = s.springs.Group(m.InPlace.Group); err != nil {
		return err
	}
	made := func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, over pass.Extent, slots []pass.Slot) {
		if err == nil {
			*to, err = k.Make(name, file, over, slots)
		}
	}
	k, b := m.InPlace, s.arrays
	status, external := pass.Slot{Binding: shaders.BindStatus, Buffer: b.Status}, pass.Slot{Binding: shaders.BindExternal, Buffer: b.External}
	joints := append(append(m.State[:2:2], s.springs.Slots()...), pass.Slot{Binding: shaders.BindImpulse, Buffer: s.impulse})
	number, converged := s.springs.NumberSlot(), pass.Slot{Binding: shaders.BindConverged, Buffer: s.converged}
	springs := s.springs.Extent()
	predicts := slices.Concat(m.State, []pass.Slot{external, status})
	made(&s.made.predict, k, "predict", shaders.Predict, m.Over, predicts)
	made(&s.made.warm, k, "warm", shaders.WarmStart, springs, joints)
	made(&s.made.sweep, k, "sweep", shaders.SweepSprings, springs, append(joints[:6:6], number, status))
	if s.blocks.phases() > 0 {
		grouped := k.With("HELD", s.blocks.plan.Most)
		grouped.Group = s.blocks.group
		made(&s.made.blocks, grouped, "sweep-blocks", shaders.SweepBlocks, springs, s.blocks.slots(joints, status))
	}
	if s.springs.Colors.Rounds > 0 {
		made(&s.made.attach, k, "sweep-attachments", shaders.SweepAttachments, pass.Extent{Items: pass.OfSprings, Count: int64(s.model.Attachments)}, joints)
	}
	if len(s.params.Contacts) > 0 {
		made(&s.made.contact, k, "contact", shaders.SweepContacts, m.Masses,
			slices.Concat(m.State, []pass.Slot{{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindPressed, Buffer: s.pressed}}))
	}
	if err == nil {
		err = s.rest.make(k, joints, m.State, status)
	}
	residual := append(joints[:6:6], number, converged)
	residual[0].Buffer = s.started // positions where the substep began
	made(&s.made.finish, k, "finish", shaders.FinishSubstep, m.Over, append(m.State[:2:2], status))
	if s.springs.Colors.Rounds > 0 {
		k = k.With("ATTACHMENTS", 1)
	}
	made(&s.made.clear, k.With("PHASE", 0), "residual-clear", shaders.ResidualStrain, pass.Extent{Items: pass.OfSprings, Count: 1}, residual)
	made(&s.made.residual, k.With("PHASE", 1), "residual", shaders.ResidualStrain, springs, residual)
	made(&s.made.spring, k.With("PHASE", 2), "residual-spring", shaders.ResidualStrain, springs, residual)
	return err
}

// Order returns the passes of a step, each once.
func (s *Sweeps) Order(forces []*pass.Pass) []*pass.Pass {
	p := &s.made
	return append(append([]*pass.Pass(nil), forces...), p.predict, p.warm, s.rest.warm, p.sweep, p.blocks, s.rest.sweep, s.rest.strike, p.attach, p.contact,
		p.finish, p.clear, p.residual, p.spring)
}

// Measure sets whether the steps queued from here on end with a residual.
func (s *Sweeps) Measure(on bool) { s.measures = on }

// Advance queues a step, which has a row of signals for each of its substeps.
func (s *Sweeps) Advance(on solver.Stepper, row int) {
	s.links.taken = s.params.Substep().DT
	for k := range s.params.Substeps {
		on.Note()
		on.Forces(row + k)
		s.velocities(on, row+k, k)
		at, measures := rowPlain, s.measures && k == s.params.Substeps-1
		if k == s.params.Substeps-1 {
			at = rowEnds
		}
		if measures {
			s.ctx.Barrier(glx.ByTransfer) // the copy reads the output of passes
			s.started.CopyFrom(s.arrays.Position)
		}
		s.rows.Bind(at)
		on.Move(s.made.finish)
		on.Catch(row + k + 1)
		on.Guide(row + k + 1)
		if measures {
			on.Signals(row+k, row+k)
			s.measure()
		}
	}
}

// measure queues the passes that compute the residual of a substep that has ended, with
// directions and stretches of its start, and with velocities after contacts and guides.
func (s *Sweeps) measure() {
	s.measured = true
	for _, p := range []*pass.Pass{s.made.clear, s.made.residual, s.made.spring} {
		s.rows.Bind(rowAttached)
		p.Dispatch(s.ctx)
		s.ctx.Barrier(glx.ByShader) // the next one reads the result of this one
	}
}

// velocities queues the passes of substep k, which begins at a row of the signals, up to its
// final velocities.
func (s *Sweeps) velocities(on solver.Stepper, row, k int) {
	at, measures := rowPlain, s.measures && k == s.params.Substeps-1
	if k == 0 {
		at = rowStarts
	}
	s.rows.Bind(at)
	on.Move(s.made.predict)
	if s.params.Warm > 0 {
		s.all(s.made.warm, s.rest.warm, visitWarm)
	}
	touch := rowTouch
	if touches(s.params) > 1 {
		touch = rowTouchFirst
	}
	if !s.params.Forward {
		on.Press()
		s.touch(on, &touch)
	}
	for sweep := range s.params.Sweeps() {
		s.sweep(sweep == 0, sweep == s.params.Sweeps()-1 && !measures && s.params.Warm == 0)
		s.touch(on, &touch)
		on.Press()
	}
	on.ApplyFriction(row)
}

// touch queues a visit to contacts, of a kind after which the next one is another.
func (s *Sweeps) touch(on solver.Stepper, row *int) {
	if s.made.contact != nil {
		s.rows.Bind(*row)
		on.Move(s.made.contact)
		*row = rowTouchAgain
	}
}

// sweep queues a visit to all springs, color by color, and unless sweeps go forward only back
// again. Where all springs have a color, the last one is not visited twice in a row: its springs
// are solved. first and last say which of the sweeps it is.
func (s *Sweeps) sweep(first, last bool) {
	there, back := visitAgain, visitAgain
	switch {
	case first && s.params.Warm > 0:
		there = visitWarm
	case first && last && s.params.Forward:
		there = visitOnce
	case first:
		there = visitFirst
	case last && s.params.Forward:
		there = visitLast
	}
	if last {
		back = visitLast
	}
	defer s.attach(first, last)
	if s.inBlocks() {
		s.sweepBlocks(there, back)
		return
	}
	s.all(s.made.sweep, s.rest.sweep, there)
	if s.params.Forward {
		return
	}
	s.made.sweep.Timer.Begin()
	defer s.made.sweep.Timer.End()
	from := s.springs.Colors.Structural() - 1
	if s.rest.springs == 0 {
		from--
	}
	for c := from; c >= 0; c-- {
		s.color(s.made.sweep, back, c)
	}
}

// all queues a visit to the springs of all colors, and then to those without one.
func (s *Sweeps) all(p, rest *pass.Pass, v visit) {
	p.Timer.Begin() // of all colors together
	for c := range s.springs.Colors.Structural() {
		s.color(p, v, c)
	}
	p.Timer.End()
	if rest == nil {
		return
	}
	s.rows.Bind(s.springRow(v, s.springs.Colors.Count()))
	rest.Dispatch(s.ctx)
	s.ctx.Barrier(glx.ByShader) // strike-rest reads the impulses of springs
	s.rows.Bind(rowRest)
	s.rest.strike.Dispatch(s.ctx)
	s.ctx.Barrier(glx.ByShader) // the next pass reads the velocities
}

// attach queues a visit to all attachments, round by round. A warm start knows nothing of them.
func (s *Sweeps) attach(first, last bool) {
	v := visitAgain
	switch {
	case first && last:
		v = visitOnce
	case first:
		v = visitFirst
	case last:
		v = visitLast
	}
	for c := s.springs.Colors.Structural(); c < s.springs.Colors.Count(); c++ {
		s.color(s.made.attach, v, c)
	}
}

// color queues a visit to the springs of a color.
func (s *Sweeps) color(p *pass.Pass, v visit, c int) {
	s.rows.Bind(s.springRow(v, c))
	s.springs.Visit(p, c)
}
