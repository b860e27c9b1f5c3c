package impulses

import (
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/rod/chain"
)

// pass is a part of a substep that all threads do together.
type pass struct {
	blocks int
	do     func(block int, b *book) (bad bool)
	rows   rows // the items that it visits by lanes; without visit it has no such order
	packed bool // whether it changes velocities in the packed copy
}

// plan lists the passes of a substep, which are the same in all substeps with the parameters.
func (s *Solver[T]) plan(p model.Params) {
	s.passes = s.passes[:0]
	packs := s.packs(p.Ledger)
	s.onMasses(s.predict)
	s.onRods(func(r *rods[T], first, last int, b *book) bool {
		r.begin(&s.motion, s.on.End, first, last, b)
		return false
	})
	s.onRods(func(r *rods[T], first, last int, _ *book) bool { r.beginBends(first, last); return false })
	s.onParts(func(p *chain.Part, _ *book) { s.rods.eliminate(&s.motion, p) })
	if p.Warm > 0 {
		s.eachColor(func(c int) { s.warmColor(c, T(p.Warm)) })
		s.onRest(func(b *book) { s.warmRest(T(p.Warm), b) })
	}
	if !p.Forward {
		s.onTouches(s.sweepTouches)
		s.onContacts(true)
	}
	for sweep := range p.Sweeps() {
		s.sweep(sweep == 0 && p.Warm == 0, p.Forward)
		s.attach(sweep == 0)
		s.onContacts(p.Forward && sweep == 0)
		s.onTouches(s.sweepTouches)
	}
	if p.Ledger {
		s.account()
	}
	s.onTouches(s.applyFriction)
	s.onMasses(s.move)
	s.onRods(func(r *rods[T], first, last int, _ *book) bool { return r.finish(first, last) })
	if packs {
		s.packAround()
	}
	if !p.Ledger { // each block has a book, whatever the number of threads
		s.fuse()
	}
	most := 0
	for _, one := range s.passes {
		most = max(most, one.blocks)
	}
	if s.books = nil; p.Ledger {
		s.books = make([]book, most)
	}
}

// account lists the parts that record the dissipation of dampers.
func (s *Solver[T]) account() {
	for c := range s.springs.colors.Count() + 1 {
		s.onColor(c, func(first, last int, b *book) { s.springs.endDampers(&s.motion, first, last, b) })
	}
	s.onMasses(func(first, last int, b *book) bool {
		s.endContacts(first, last, b)
		return false
	})
	s.onTouches(s.endTouches)
	s.onRods(func(r *rods[T], first, last int, b *book) bool { r.endDampers(&s.motion, first, last, b); return false })
}

// onContacts adds a visit to the contacts of masses, if there are any.
func (s *Solver[T]) onContacts(fresh bool) {
	if len(s.params.Contacts) > 0 {
		s.onMasses(s.touchMasses(fresh))
	}
}

// onTouches adds a pass of one block about touches, if there may be any.
func (s *Solver[T]) onTouches(do func(b *book)) {
	if s.touches.acts() {
		s.passes = append(s.passes, pass{blocks: 1, do: func(_ int, b *book) bool { do(b); return false }})
	}
}

// sweep lists a sweep over all colors, and back unless it goes forward only. Where all springs
// have a color, the last one is not visited twice in a row: its springs are solved.
func (s *Solver[T]) sweep(fresh, forward bool) {
	visit := func(c int, fresh bool) {
		if s.packed == nil {
			s.byKernel(visits, fresh, c, func(first, last int, b *book) { s.springs.visit(&s.motion, first, last, fresh, b) })
			return
		}
		s.inPacked(c, func(first, last int) { s.springs.fast.table(&s.springs, s.packed, first, last, fresh) })
	}
	s.eachColor(func(c int) { visit(c, fresh) })
	s.onRest(func(b *book) {
		if fresh {
			first := s.springs.first[s.springs.colors.Count()]
			clear(s.springs.impulse[first*table.Width:])
		}
		s.springs.gauge(&s.motion, s.shares)
		s.springs.settle(&s.motion, s.shares, b)
	})
	s.onParts(func(p *chain.Part, b *book) { s.rods.solvePart(&s.motion, p, b) })
	if forward {
		return
	}
	from := s.springs.colors.Structural() - 1
	if len(s.springs.colors.Rest()) == 0 && s.rods == nil {
		from--
	}
	for c := from; c >= 0; c-- {
		visit(c, false)
	}
}

// warmColor adds a warm start of a color.
func (s *Solver[T]) warmColor(c int, part T) {
	if s.packed == nil {
		s.byKernel(warms, false, c, func(first, last int, b *book) { s.springs.warm(&s.motion, first, last, part, b) })
		return
	}
	s.inPacked(c, func(first, last int) { s.springs.fast.tableWarm(&s.springs, s.packed, first, last, part) })
}

// byKernel is onColor for work of a kernel, if there is one.
func (s *Solver[T]) byKernel(k kernel, fresh bool, c int, do func(first, last int, b *book)) {
	before := len(s.passes)
	s.onColor(c, do)
	for at := before; at < len(s.passes) && s.springs.fast.visits != nil && s.springs.most == nil; at++ {
		s.passes[at].rows.kernel, s.passes[at].rows.fresh = k, fresh
	}
}

// inPacked is onColor for work that changes velocities in the packed copy.
func (s *Solver[T]) inPacked(c int, do func(first, last int)) {
	before := len(s.passes)
	s.onColor(c, func(first, last int, _ *book) { do(first, last) })
	for k := before; k < len(s.passes); k++ {
		s.passes[k].packed = true
	}
}

// packAround adds passes that pack before those that use the packed copy, and unpack behind them.
func (s *Solver[T]) packAround() {
	all, packed := s.passes, false
	s.passes = nil
	for _, one := range all {
		switch {
		case one.packed && !packed:
			s.onMasses(s.pack)
		case packed && !one.packed:
			s.onMasses(s.unpack)
		}
		packed = one.packed
		s.passes = append(s.passes, one)
	}
}

func (s *Solver[T]) eachColor(do func(c int)) {
	for c := range s.springs.colors.Structural() {
		do(c)
	}
}

// These are the groups of springs, and the masses, of a block.
const (
	blockGroups = 32
	blockLanes  = 64 * table.Width
	blockRods   = 64 // segments, or joints
)

// onColor adds a pass over the groups of a color.
func (s *Solver[T]) onColor(c int, do func(first, last int, b *book)) {
	from, to := s.springs.first[c], s.springs.first[c+1]
	if from == to {
		return
	}
	one := pass{blocks: (to - from + blockGroups - 1) / blockGroups, do: func(block int, b *book) bool {
		first := from + block*blockGroups
		do(first, min(first+blockGroups, to), b)
		return false
	}}
	if s.springs.groups[from].offset != 0 {
		one.rows = rows{from: from, to: to, span: s.springs.span, visit: func(first, last int, b *book) bool { do(first, last, b); return false }}
	}
	s.passes = append(s.passes, one)
}

// onRest adds a pass of one block about the springs without a color, if there are any.
func (s *Solver[T]) onRest(do func(b *book)) {
	if len(s.springs.colors.Rest()) > 0 {
		s.passes = append(s.passes, pass{blocks: 1, do: func(_ int, b *book) bool { do(b); return false }})
	}
}

// onMasses adds a pass over all lanes. One that follows another is done with that.
func (s *Solver[T]) onMasses(do func(first, last int, b *book) (bad bool)) {
	lanes := len(s.given.Masses.PerMass)
	s.passes = append(s.passes, pass{blocks: max(1, (lanes+blockLanes-1)/blockLanes), do: func(block int, b *book) bool {
		return do(block*blockLanes, min((block+1)*blockLanes, lanes), b)
	}, rows: rows{to: lanes / table.Width,
		span:  func(slice int) (first, last int) { return slice * table.Width, (slice + 1) * table.Width },
		visit: func(first, last int, b *book) bool { return do(first*table.Width, last*table.Width, b) }}})
}

// onRods adds a pass over all segments, or joints, if there are rods.
func (s *Solver[T]) onRods(do func(r *rods[T], first, last int, b *book) (bad bool)) {
	if s.rods == nil {
		return
	}
	s.passes = append(s.passes, pass{blocks: (max(len(s.rods.ends), len(s.rods.bends)) + blockRods - 1) / blockRods, do: func(block int, b *book) bool {
		return do(s.rods, block*blockRods, (block+1)*blockRods, b)
	}})
}

// onParts adds a pass over the parts of rods, if there are rods.
func (s *Solver[T]) onParts(do func(p *chain.Part, b *book)) {
	if s.rods != nil {
		s.passes = append(s.passes, pass{blocks: len(s.rods.parts), do: func(block int, b *book) bool { do(s.rods.parts[block], b); return false }})
	}
}

// warmRest begins with a share of the impulses of springs without a color.
func (s *Solver[T]) warmRest(part T, b *book) {
	colors := s.springs.colors.Count()
	s.springs.warm(&s.motion, s.springs.first[colors], s.springs.first[colors+1], part, b)
}
