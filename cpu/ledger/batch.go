package ledger

import (
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Batches reports whether tiles of slices may evaluate the powers of several steps while they take
// them: nothing changes with time, as it does where loads act, no force acts on a group, and nothing else is
// done between two steps.
func Batches(p model.Params) bool {
	return p.Integrator.Method().Staggered && !p.Driven() && !p.LoadsGroups() && !p.Collision.Acts() && !physics.Catches(p)
}

// linkSlices is the number of slices in a chunk of a table of chains. Tiles of a rope take few slices,
// and lose chunks at their ends with each step.
const linkSlices = 4

// Grain returns the number of slices in a chunk of powers. It does not depend on kernel and
// threads, so that sums do not, either.
func Grain[T table.Real](t *table.Table[T], p model.Params) int {
	if len(t.Chains) > 0 && Batches(p) && len(p.Contacts) == 0 {
		return linkSlices
	}
	return chunkSlices
}

// Share returns the number of chunks that each of the given number of threads takes at once.
func (p *Powers[T]) Share(threads int) int {
	if threads < 2 {
		return max(1, p.count)
	}
	return max(1, min(8*chunkSlices/max(1, p.chunk), p.count/(8*threads)))
}

// ofLinks is how Powers evaluates links of chains, where dampers and drag are all that flows.
type ofLinks[T table.Real] struct {
	acts        bool
	masses      []T          // m of each lane [kg]; 0 of those that are pinned on all axes. nil: there is no drag
	linked      []bool       // of each chunk, whether LinkCall knows it
	dissipation [][2]float64 // for each chunk, step by step: the dissipation of dampers, and the energy subject to drag
}

// choose says whether links are evaluated so.
func (l *ofLinks[T]) choose(p *Powers[T]) {
	if l.acts = p.chunk == linkSlices && p.springs.kernel != nil && !p.springs.all && p.kernel.Links != nil; !l.acts {
		return
	}
	l.linked = p.springs.step.Shares.Linked(p.table, p.chunk)
	if p.taken == 0 {
		return
	}
	l.masses = make([]T, p.table.LaneCount())
	for lane, perMass := range p.integration.Masses.PerMass {
		if perMass > 0 {
			l.masses[lane] = 1 / perMass
		}
	}
}

// BeginBatch begins with the states of some steps in a row, of which every other one is in the same
// buffers: steps has the first two.
func (p *Powers[T]) BeginBatch(steps [2]Step[T], levels int) {
	p.at(steps[0])
	p.levels = levels
	switch chunks := p.Chunks() * levels; {
	case p.links.acts && len(p.links.dissipation) < chunks:
		p.links.dissipation = make([][2]float64, chunks)
	case !p.links.acts && len(p.parts) < chunks:
		p.parts = make([]model.Flows, chunks)
	}
	if levels > 1 {
		if p.odd == nil {
			p.odd = new(Powers[T])
		}
		other := p.odd
		*other = *p
		other.step = steps[1]
		other.springs.step.From, other.springs.step.W = steps[1].From.Position, steps[1].Later.Velocity
	}
}

// Do evaluates the chunks from to to−1 at the state after the given number of steps of a batch.
func (p *Powers[T]) Do(room *Room[T], level, from, to int) {
	if level&1 == 1 {
		p = p.odd
	}
	at := level * p.count
	if !p.links.acts {
		for chunk := from; chunk < to; chunk++ {
			p.parts[at+chunk] = p.flowsOf(room, chunk)
		}
		return
	}
	for l := &p.links; from < to; {
		next := from + 1
		if !l.linked[from] {
			l.dissipation[at+from] = p.lossesOf(room, from)
			from = next
			continue
		}
		for next < to && l.linked[next] {
			next++
		}
		room.links.Aim(p.table, &p.springs.step, l.masses, from*p.chunk, p.chunk, l.dissipation[at+from:at+next])
		p.kernel.Links(&room.links)
		from = next
	}
}

// lossesOf returns those of a chunk that is not linked.
func (p *Powers[T]) lossesOf(room *Room[T], chunk int) (out [2]float64) {
	first, all, ofMasses := chunk*p.chunk, p.table.LaneCount()/table.Width, len(p.integration.Masses.Movable)
	room.dampers.Aim(p.table, &p.springs.step, first, min(p.chunk, all-first), room.force, false)
	p.springs.kernel(&room.dampers)
	out[0] = room.dampers.Power()
	if count := min(p.chunk, ofMasses-first); count > 0 && p.links.masses != nil {
		room.drag.Aim(p.integration, p.step.From, p.step.Later, p.beta, first, room.touching[:count])
		p.kernel.Drag(&room.drag)
		out[1] = room.drag.Sum()
	}
	return out
}

// sumOf returns the sum of all chunks at the state after the given number of steps of a batch.
func (p *Powers[T]) sumOf(level int) (sum model.Flows) {
	at := level * p.count
	if !p.links.acts {
		for _, part := range p.parts[at : at+p.count] {
			sum = sum.Plus(1, part)
		}
		return sum
	}
	var dissipation [2]float64
	for _, one := range p.links.dissipation[at : at+p.count] {
		dissipation[0] += one[0]
		dissipation[1] += one[1]
	}
	sum.Damping = p.half * dissipation[0]
	sum.Drag = p.half * p.taken * dissipation[1]
	return sum
}
