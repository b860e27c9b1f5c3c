package implicit

import (
	"fmt"
	"math"

	"hooke/cpu/divided"
	"hooke/cpu/table"
	"hooke/model"
)

// Solver is divided.Solver by vertex block descent. It takes 10 numbers and 8 bytes per mass,
// 48 bytes more with partial pins or guides, 24 with loads and 48 with those that yield, and at
// most 9 bytes for each end of a spring with 32 for each law; structures on grids take next to
// nothing for springs.
type Solver[T table.Real] struct {
	model  *model.Model
	order  table.LaneOrder
	places *places
	keys   []lawKey
	laws   []law

	before, way divided.Ways[T] // positions before the substep, and the ways of masses since then [m]
	goal        divided.Ways[T] // ways with no springs, and with nothing that acts on masses alone [m]
	inertia     []T             // m/(D h²) [N/m]
	alone       alone
	allowed     []sym // what pins and guides leave to masses; nil: all

	params  model.Params // of substeps, with contacts as they are at the end of one
	now     divided.Substep[T]
	stage   stage
	sweeps  int     // of the substep so far
	color   int     // that moves
	from    float64 // the largest |f| at the start, or what rounding makes of it [N]
	outcome outcome
	left    model.Residual
	found   []found // of each block
	pairs   pairs
	lawOf   []int32     // of each spring, -1: it does nothing; nil: no ledger is kept
	works   model.Flows // of the substep, where a ledger is kept [J]
}

// outcome is how far a substep was solved.
type outcome struct {
	// residual is the largest |f| of a mass over that of the start: 0 at the exact
	// solution, and where all forces are rounding, at the start, too.
	residual   float64
	iterations int
}

// found is what a block of a stage has found.
type found struct {
	force, size float64     // see look
	works       model.Flows // of friction
}

// stage is a part of a substep that threads do together.
type stage int

const (
	over   stage = iota
	begin        // states to ways, goals and loads
	look         // evaluate the forces on all masses
	sweep        // move the masses of a color
	finish       // ways to states, with friction of contacts
)

// part is the number of groups in a block of a stage.
const part = 8

// stopEvery is how many iterations there are from one look at the residual to the next.
const stopEvery = 4

// zeroLength is the length [m] below which a spring has no direction and so no force.
const zeroLength = 1e-12

// New is the solver of a model. Use must have the parameters before a substep.
func New[T table.Real](g divided.Given[T]) *Solver[T] {
	return &Solver[T]{model: g.Model, order: g.Order}
}

// Use is part of divided.Solver.
func (s *Solver[T]) Use(p model.Params) {
	last := s.params.DT
	s.params = p.Substep()
	if s.places == nil || s.lawOf == nil && p.Ledger || s.params.DT != last && s.model.HasNormalized() {
		s.keys, s.lawOf = springLaws(s.model, p)
		s.places = placesOf(s.model, s.lawOf)
	}
	s.laws = lawsOf(s.keys, s.params.DT)
	if !p.Ledger {
		s.lawOf = nil
	}
	n, free := len(s.places.mass), s.places.groups()*table.Width
	if len(s.goal[0]) != free || len(s.way[0]) != n {
		s.before, s.way, s.goal = divided.NewWays[T](n), divided.NewWays[T](n), divided.NewWays[T](free)
	}
	s.found = make([]found, s.blocks(0, n/table.Width))
	s.inertia = make([]T, free)
	for at := range s.inertia {
		if mass := s.places.mass[at]; mass != nobody {
			s.inertia[at] = T(s.model.Mass[mass] / (s.params.DragFactor() * s.params.DT * s.params.DT))
		}
	}
	s.allowed = s.allowedMotions()
	s.chooseAlone()
}

// Begin is part of divided.Solver.
func (s *Solver[T]) Begin(on divided.Substep[T]) {
	s.now, s.stage, s.sweeps, s.color, s.outcome = on, over, 0, 0, outcome{residual: 1}
	clear(s.found)
	s.works = model.Flows{}
	if len(on.RestScale) > 0 {
		if s.lawOf != nil {
			s.bookActuators(on.RestBegan, on.RestScale)
		}
		s.actuate(on.RestScale)
	}
}

// Next is part of divided.Solver.
func (s *Solver[T]) Next() (blocks int) {
	switch s.stage {
	case over:
		s.loadsAtStart()
		s.stage = begin
		return s.blocks(0, len(s.places.mass)/table.Width)
	case begin:
		s.putOnPaths()
		s.stage = look
	case look:
		s.looked()
	case sweep:
		s.swept()
	case finish:
		s.finished()
		return 0
	}
	switch s.stage {
	case sweep:
		return s.blocks(s.places.colors[s.color], s.places.colors[s.color+1])
	case finish:
		if s.lawOf != nil {
			s.book()
		}
		return s.blocks(0, len(s.places.mass)/table.Width)
	}
	return s.blocks(0, s.places.groups())
}

// swept chooses what follows a color.
func (s *Solver[T]) swept() {
	if s.color++; s.color < len(s.places.colors)-1 {
		return
	}
	s.color = 0
	s.sweeps++
	if s.sweeps%stopEvery == 0 || s.sweeps == s.params.Sweeps() {
		s.stage = look
	}
}

// blocks is the number of blocks of some groups; at least 1.
func (s *Solver[T]) blocks(first, end int) int { return max(1, (end-first+part-1)/part) }

// looked takes the result of a look, and chooses what follows.
func (s *Solver[T]) looked() {
	force, size := 0.0, 0.0
	for i := range s.found {
		force, size = max(force, s.found[i].force), max(size, s.found[i].size)
	}
	clear(s.found)
	if math.IsNaN(force) {
		force, size = math.Inf(1), math.Inf(1)
	}
	noise := rounding[T]() * size
	s.stage = sweep
	if s.sweeps == 0 {
		s.from = max(force, noise)
	} else if s.outcome.residual = force / s.from; force <= noise { // no iteration makes it less
		s.outcome.residual = 0
	}
	if s.from == 0 {
		s.outcome.residual = 0
	}
	s.outcome.iterations = s.sweeps
	if s.from == 0 || s.sweeps > 0 && s.outcome.residual <= s.params.Ends() || s.sweeps >= s.params.Sweeps() {
		s.stage = finish
	}
}

// finished ends a substep.
func (s *Solver[T]) finished() {
	s.stage = over
	for i := range s.found {
		s.works = s.works.Plus(1, s.found[i].works)
	}
	s.rubPairs()
	s.left.Force, s.left.Iterations = s.outcome.residual, s.outcome.iterations
	if s.outcome.residual > s.left.Worst {
		s.left.Worst, s.left.Step = s.outcome.residual, s.now.Step
	}
}

// Do is part of divided.Solver.
func (s *Solver[T]) Do(block int) (bad bool) {
	first, end := 0, s.places.groups()
	switch s.stage {
	case begin, finish:
		end = len(s.places.mass) / table.Width
	case sweep:
		first, end = s.places.colors[s.color], s.places.colors[s.color+1]
	}
	first += block * part
	end = min(end, first+part)
	switch s.stage {
	case begin:
		s.begin(first, end)
	case look:
		for g := first; g < end; g++ {
			s.look(&s.found[block], g)
		}
	case sweep:
		for g := first; g < end; g++ {
			s.move(g)
		}
	case finish:
		return s.finish(&s.found[block], first, end)
	}
	return false
}

// rounding is the part of positions that they are wrong by when forces are found from them:
// of float64 as the reference has it, of float32 what a position is rounded by on average. What
// that makes of forces is no residual.
func rounding[T table.Real]() float64 {
	if table.SizeOf[T]() == 4 {
		return 3e-8
	}
	return 1e-15
}

// Reset is part of divided.Solver.
func (s *Solver[T]) Reset() { s.left = model.Residual{} }

// Residual is part of divided.Solver.
func (s *Solver[T]) Residual() model.Residual { return s.left }

// Works is part of divided.Booker.
func (s *Solver[T]) Works() divided.Works { return divided.Works{Flows: s.works, Closes: true} }

// Lasting is part of divided.Solver.
func (s *Solver[T]) Lasting() (none divided.Numbers[T]) { return none }

// Variant is part of divided.Solver.
func (s *Solver[T]) Variant() string {
	return fmt.Sprintf("%d colors of masses %08x", len(s.places.colors)-1, s.places.sum())
}

// Bytes is part of divided.Solver.
func (s *Solver[T]) Bytes() int64 {
	size := table.SizeOf[T]()
	numbers := int64(len(s.inertia)) + 3*int64(len(s.before[0])+len(s.way[0])+len(s.goal[0]))
	return size*numbers + s.places.bytes() + 32*int64(len(s.laws)) + 40*int64(len(s.keys)) + 48*int64(len(s.allowed)+len(s.alone.yield)) + 24*int64(len(s.alone.pulled)) + 4*int64(len(s.lawOf)) + s.pairs.bytes()
}
