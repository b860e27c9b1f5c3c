package impulses

import (
	"fmt"

	"hooke/cpu/divided"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Solver takes substeps of impulses.
type Solver[T table.Real] struct {
	given   divided.Given[T]
	params  model.Params // of a substep
	springs springs[T]
	shares  []T // of springs without a color in a visit [N·s]
	motion  motion[T]
	weights [3][]T // 1/m along each axis, see motion
	axes    bool   // whether they differ
	numbers kernels.Numbers[T]
	touch   contacts[T]

	on     divided.Substep[T]
	passes []pass // of a substep
	at     int    // the pass that is done next

	left     model.Residual
	measures bool // whether left is that of a substep that is over
	taken    bool // whether a substep was taken since the state was set
}

var _ divided.Solver[float32] = (*Solver[float32])(nil)

// pass is a part of a substep that all threads do together.
type pass struct {
	blocks int
	do     func(block int) (bad bool)
}

// New puts the springs of a model in their colors. Use must be called before the first substep.
func New[T table.Real](g divided.Given[T]) *Solver[T] {
	s := &Solver[T]{given: g, springs: newSprings(&g)}
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
	s.plan(p)
}

// plan lists the passes of a substep, which are the same in all substeps with the parameters.
func (s *Solver[T]) plan(p model.Params) {
	s.passes = s.passes[:0]
	s.onMasses(s.predict)
	if p.Warm > 0 {
		s.eachColor(func(c int) { s.onColor(c, func(first, last int) { s.springs.warm(&s.motion, first, last, T(p.Warm)) }) })
		s.onRest(func() { s.warmRest(T(p.Warm)) })
	}
	touches := len(p.Contacts) > 0
	if touches && !p.Forward {
		s.onMasses(s.touchMasses(true))
	}
	for sweep := range p.Sweeps() {
		fresh := sweep == 0 && p.Warm == 0
		s.sweep(fresh, p.Forward)
		if touches {
			s.onMasses(s.touchMasses(p.Forward && sweep == 0))
		}
	}
	s.onMasses(s.move)
}

// sweep lists a sweep over all colors, and back unless it goes forward only. Where all springs
// have a color, the last one is not visited twice in a row: its springs are solved.
func (s *Solver[T]) sweep(fresh, forward bool) {
	visit := func(c int, fresh bool) {
		s.onColor(c, func(first, last int) { s.springs.visit(&s.motion, first, last, fresh) })
	}
	s.eachColor(func(c int) { visit(c, fresh) })
	s.onRest(func() {
		if fresh {
			first := s.springs.first[s.springs.colors.Count()]
			clear(s.springs.impulse[first*table.Width:])
		}
		s.springs.gauge(&s.motion, s.shares)
		s.springs.settle(&s.motion, s.shares)
	})
	if forward {
		return
	}
	from := s.springs.colors.Count() - 1
	if len(s.springs.colors.Rest()) == 0 {
		from--
	}
	for c := from; c >= 0; c-- {
		visit(c, false)
	}
}

func (s *Solver[T]) eachColor(do func(c int)) {
	for c := range s.springs.colors.Count() {
		do(c)
	}
}

// These are the groups of springs, and the masses, of a block.
const (
	blockGroups = 32
	blockLanes  = 64 * table.Width
)

// onColor adds a pass over the groups of a color.
func (s *Solver[T]) onColor(c int, do func(first, last int)) {
	from, to := s.springs.first[c], s.springs.first[c+1]
	if from == to {
		return
	}
	s.passes = append(s.passes, pass{(to - from + blockGroups - 1) / blockGroups, func(block int) bool {
		first := from + block*blockGroups
		do(first, min(first+blockGroups, to))
		return false
	}})
}

// onRest adds a pass of one block about the springs without a color, if there are any.
func (s *Solver[T]) onRest(do func()) {
	if len(s.springs.colors.Rest()) > 0 {
		s.passes = append(s.passes, pass{1, func(int) bool { do(); return false }})
	}
}

// onMasses adds a pass over all lanes. One that follows another is done with that.
func (s *Solver[T]) onMasses(do func(first, last int) (bad bool)) {
	lanes := len(s.given.Masses.PerMass)
	s.passes = append(s.passes, pass{max(1, (lanes+blockLanes-1)/blockLanes), func(block int) bool {
		return do(block*blockLanes, min((block+1)*blockLanes, lanes))
	}})
}

// warmRest begins with a part of what springs without a color have pushed.
func (s *Solver[T]) warmRest(part T) {
	colors := s.springs.colors.Count()
	s.springs.warm(&s.motion, s.springs.first[colors], s.springs.first[colors+1], part)
}

// Begin begins a substep.
func (s *Solver[T]) Begin(on divided.Substep[T]) {
	s.on, s.at = on, -1
	s.motion.aim(on.From)
	s.motion.w = s.weights
	s.springs.actuate(on.RestScale)
	s.touch.begin(on.Contacts)
}

// Next begins the next pass.
func (s *Solver[T]) Next() (blocks int) {
	if s.at++; s.at < len(s.passes) {
		return s.passes[s.at].blocks
	}
	s.taken, s.measures = true, false
	return 0
}

// Do does a block of the pass.
func (s *Solver[T]) Do(block int) (bad bool) { return s.passes[s.at].do(block) }

// Reset forgets what springs have pushed.
func (s *Solver[T]) Reset() {
	clear(s.springs.impulse)
	s.left, s.taken, s.measures = model.Residual{}, false, false
}

// Residual is how far springs are from solved by the last substep.
func (s *Solver[T]) Residual() model.Residual {
	s.settleResidual()
	return s.left
}

// settleResidual finds the residual of the last substep, unless that has been done. The places
// from which that substep began are still there.
func (s *Solver[T]) settleResidual() {
	if !s.taken || s.measures {
		return
	}
	s.measures = true
	strain, spring := s.springs.residual(&s.motion, 0, len(s.springs.groups), s.params.DT)
	s.left = model.Residual{Strain: strain, Spring: spring}
}

// Lasting are the impulses that a warm start goes on from.
func (s *Solver[T]) Lasting() divided.Numbers[T] {
	if s.warm() == 0 {
		return divided.Numbers[T]{}
	}
	return divided.Numbers[T]{Name: "impulse", Of: s.springs.impulses(s.given.Model.SpringCount()), Set: s.springs.setImpulses}
}

func (s *Solver[T]) warm() float64 { return s.params.Warm }

// Variant names the colors, whose order decides about the last bit.
func (s *Solver[T]) Variant() string {
	return fmt.Sprintf("%v, %d colors %016x", model.Impulses, s.springs.colors.Count(), s.springs.colors.Sum())
}

// Bytes is the memory of the solver.
func (s *Solver[T]) Bytes() int64 {
	bytes := s.springs.bytes() + table.SizeOf[T]()*int64(len(s.shares)) + s.touch.bytes()
	if s.axes {
		bytes += 3 * table.SizeOf[T]() * int64(len(s.weights[0]))
	}
	return bytes
}
