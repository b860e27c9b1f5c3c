package impulses

import (
	"fmt"
	"unsafe"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/rod/chain"
)

// Solver takes substeps of impulses.
type Solver[T table.Real] struct {
	given   Given[T]
	params  model.Params // of a substep
	springs springs[T]
	rods    *rods[T] // nil: none
	shares  []T      // of springs without a color in a visit [N·s]
	motion  motion[T]
	packed  []T    // see pack; nil: no kernel uses it
	weights [3][]T // 1/m along each axis, see motion
	axes    bool   // whether they differ
	numbers kernels.Numbers[T]
	touch   contacts[T]
	touches touches[T]

	on     Substep[T]
	passes []pass // of a substep
	waves  []wave // among them
	at     int    // the pass that is done next
	books  []book // of the blocks of a pass; nil: no ledger
	booked book   // of the substep

	left     model.Residual
	measures bool // whether left is that of a substep that is over
	taken    bool // whether a substep was taken since the state was set

	links  []uint32 // springs that are rigid
	pushed float64  // length of the substep in which they have pushed last [s]; 0: none was taken since the state was set
}

var _ Divided[float32] = (*Solver[float32])(nil)

// New puts the springs of a model in their colors. Use must be called before the first substep.
func New[T table.Real](g Given[T]) *Solver[T] {
	s := &Solver[T]{given: g, springs: newSprings(&g), rods: newRods[T](g.Model, g.Order.LaneOf), links: g.Model.Links()}
	s.shares = make([]T, table.Width*(len(s.springs.groups)-s.springs.first[s.springs.colors.Count()]))
	s.weigh()
	return s
}

// weigh sets the weights: one array for all axes, or one for each where a mass is pinned on some.
func (s *Solver[T]) weigh() {
	m := s.given.Masses
	for axis := range s.weights {
		s.weights[axis] = m.PerMass
	}
	for slice, on := range m.Movable {
		for lane := range table.Width {
			free := on[0]>>lane&1 + on[1]>>lane&1 + on[2]>>lane&1
			s.axes = s.axes || m.PerMass[slice*table.Width+lane] != 0 && free != 3
		}
	}
	if !s.axes {
		return
	}
	for axis := range s.weights {
		s.weights[axis] = kernels.AlignedFloats[T](len(m.PerMass))
		for lane, w := range m.PerMass {
			if m.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 != 0 {
				s.weights[axis][lane] = w
			}
		}
	}
}

// Use makes parameters those of the substeps to come.
func (s *Solver[T]) Use(p model.Params) {
	s.settleResidual()
	s.params = p.Substep()
	s.numbers = kernels.NumbersOf[T](s.params)
	s.springs.tune(s.given.Model, p, s.axes)
	s.touch.use(s.given, s.params)
	s.touches.use(s.given.Model, s.params)
	if s.rods != nil {
		s.rods.use(s.params)
	}
	s.plan(p)
}

// threads returns how many threads take substeps.
func (s *Solver[T]) threads() int {
	if s.given.Threads == nil {
		return 1
	}
	return s.given.Threads()
}

// Begin begins a substep.
func (s *Solver[T]) Begin(on Substep[T]) {
	s.on, s.at = on, -1
	s.motion.aim(on.From)
	s.motion.w, s.motion.perMass = s.weights, s.given.Masses.PerMass
	s.springs.actuate(on.RestScale)
	s.touch.begin(on.Contacts)
	s.beginTouches()
	s.booked = book{}
}

// Next begins the next pass.
func (s *Solver[T]) Next() (blocks int) {
	if s.at >= 0 {
		s.sum(s.passes[s.at].blocks)
	}
	if s.at++; s.at < len(s.passes) {
		return s.passes[s.at].blocks
	}
	s.taken, s.measures, s.pushed = true, false, s.params.DT
	return 0
}

// Do does a block of the pass.
func (s *Solver[T]) Do(block int) (bad bool) {
	if s.books == nil {
		return s.passes[s.at].do(block, nil)
	}
	return s.passes[s.at].do(block, &s.books[block])
}

// sum adds the entries of the given number of blocks in their order, so that it does not depend on threads.
func (s *Solver[T]) sum(blocks int) {
	for k := range s.books[:min(blocks, len(s.books))] {
		s.booked.Add(s.books[k].Works)
		s.books[k] = book{}
	}
}

// Works returns those of the substep that is over.
func (s *Solver[T]) Works() Works { return s.booked.Works }

// Reset clears the impulses of springs.
func (s *Solver[T]) Reset() {
	clear(s.springs.impulse)
	s.left, s.taken, s.measures, s.pushed = model.Residual{}, false, false, 0
}

// LinkForces returns the forces of rigid springs in the last substep, −λ/h [N], see model.State.
func (s *Solver[T]) LinkForces() (out []float64) {
	if len(s.links) == 0 || s.pushed == 0 {
		return nil
	}
	all := s.springs.impulses(s.given.Model.SpringCount())
	for _, k := range s.links {
		out = append(out, -float64(all[k])/s.pushed)
	}
	return out
}

// SpringForces returns the forces of springs in the last substep, −λ/h, and along segments of rods [N], see model.State; nil
// before one.
func (s *Solver[T]) SpringForces() []float64 {
	if s.pushed == 0 {
		return nil
	}
	out := make([]float64, s.given.Model.SpringCount())
	for at, k := range s.springs.number {
		if k != table.NoMass {
			out[k] = 0 - float64(s.springs.impulse[at])/s.pushed
		}
	}
	if s.rods != nil {
		for k := range s.rods.ends {
			c := &s.rods.ends[k]
			out[s.rods.set.Segments[k].Spring] = -float64(c.scale[2]) * float64(c.done[2]) / s.pushed
		}
	}
	return out
}

// Residual returns how far springs are from solved by the last substep.
func (s *Solver[T]) Residual() model.Residual {
	s.settleResidual()
	return s.left
}

// settleResidual finds the residual of the last substep, unless that has been done. The positions
// from which that substep began are still there.
func (s *Solver[T]) settleResidual() {
	if !s.taken || s.measures {
		return
	}
	s.measures = true
	first := s.springs.first
	structural, colors := first[s.springs.colors.Structural()], first[s.springs.colors.Count()] // attachments, between, do not count
	strain, spring := s.springs.residual(&s.motion, 0, structural, s.params.DT)
	if off, at := s.springs.residual(&s.motion, colors, len(s.springs.groups), s.params.DT); at >= 0 && (spring < 0 || off > strain || off == strain && at < spring) {
		strain, spring = off, at
	}
	if s.rods != nil {
		if most, at := s.rods.residual(&s.motion); spring < 0 || most > strain {
			strain, spring = most, at
		}
	}
	s.left = model.Residual{Strain: strain, Spring: spring}
}

// Lasting returns the impulses that a warm start continues from, and orientations and spins of rods.
func (s *Solver[T]) Lasting() Numbers[T] {
	switch {
	case s.rods != nil:
		return Numbers[T]{Name: "rods and impulses", Of: append(s.rods.numbers(), s.warmed()...), Set: func(of []T) {
			if rest := s.rods.setNumbers(of); s.warm() != 0 {
				s.springs.setImpulses(rest)
			}
		}}
	case s.warm() == 0:
		return Numbers[T]{}
	}
	return Numbers[T]{Name: "impulse", Of: s.warmed(), Set: s.springs.setImpulses}
}

// warmed returns the impulses that a warm start continues from; nil without one.
func (s *Solver[T]) warmed() []T {
	if s.warm() == 0 {
		return nil
	}
	return s.springs.impulses(s.given.Model.SpringCount())
}

func (s *Solver[T]) warm() float64 { return s.params.Warm }

// Variant names the colors, whose order decides about the last bit.
func (s *Solver[T]) Variant() string {
	text := fmt.Sprintf("%v, %d colors %016x", model.Impulses, s.springs.colors.Count(), s.springs.colors.Sum())
	if s.rods != nil {
		text += fmt.Sprintf(", rods %016x", s.rods.set.Sum())
	}
	return text
}

// Bytes returns the memory of the solver.
func (s *Solver[T]) Bytes() int64 {
	bytes := s.springs.bytes() + table.SizeOf[T]()*int64(len(s.shares)) + s.touch.bytes() + s.touches.bytes()
	bytes += table.SizeOf[T]() * int64(len(s.packed))
	for k := range s.waves {
		bytes += s.waves[k].bytes()
	}
	if s.axes {
		bytes += 3 * table.SizeOf[T]() * int64(len(s.weights[0]))
	}
	if s.rods != nil {
		bytes += int64(len(s.rods.ends)) * (int64(unsafe.Sizeof(soft[T]{})) + int64(unsafe.Sizeof(chain.Segment{})) + 20*table.SizeOf[T]())
		bytes += int64(len(s.rods.bends)) * (int64(unsafe.Sizeof(soft[T]{})) + int64(unsafe.Sizeof(chain.Joint{})))
	}
	return bytes
}
