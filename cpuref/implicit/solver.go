package implicit

import (
	"math"

	"hooke/model"
)

// Rounding is the relative position error assumed in force evaluation, about 8 roundings of
// float64. Its effect on forces does not count as residual.
const Rounding = 1e-15

// stopEvery is how many iterations there are from one look at the residual to the next.
const stopEvery = 4

// Solver solves problems of one model by vertex block descent. 4 bytes per mass and 16 per
// spring.
type Solver struct {
	order []uint32 // the masses that can move, color by color
	first []int32  // of each mass: its springs in at, of length MassCount + 1
	at    []int32  // numbers of springs by mass, ascending within each
}

// NewSolver has masses move in an order, in which each is once: that of their colors, which
// engines that move all masses of a color at once have, too.
func NewSolver(m *model.Model, order []uint32) *Solver {
	s := &Solver{first: make([]int32, m.MassCount()+1)}
	for _, i := range order {
		if m.PinOf(int(i)) != model.PinAll {
			s.order = append(s.order, i)
		}
	}
	eachEnd(m, func(_ int, end uint32) { s.first[end+1]++ })
	for i := range m.MassCount() {
		s.first[i+1] += s.first[i]
	}
	s.at = make([]int32, s.first[m.MassCount()])
	next := append([]int32(nil), s.first...)
	eachEnd(m, func(spring int, end uint32) {
		s.at[next[end]] = int32(spring)
		next[end]++
	})
	return s
}

// eachEnd calls do with each end of each spring, except removed ones.
func eachEnd(m *model.Model, do func(spring int, end uint32)) {
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed {
			do(s, ends[0])
			do(s, ends[1])
		}
	}
}

// Outcome is how far a solution went.
type Outcome struct {
	// Residual is the largest |f| of a mass over that of the start: 0 at the exact
	// solution, and where all forces are rounding, at the start, too.
	Residual   float64
	Left       float64 // the largest |f| at the end [N]
	Iterations int
}

// Solve moves the masses from x, the start, towards the solution of p, in place:
//
//	H = m/(D h²) I + Σ [(k + c/h) n nᵀ + max(0, f_s)/L (I − n nᵀ)] + alone
//	x ← x + H⁻¹ f
//
// mass by mass. H is positive definite, since it omits the negative terms of compressed
// springs. Solve checks the residual after every fourth iteration and after the last one, and
// stops when it is at most the tolerance. It does at least one iteration, and none if
// iterations is 0.
func (s *Solver) Solve(p *Problem, x []model.Vec3, iterations int, tolerance float64) Outcome {
	from, size := s.largest(p, x)
	from = max(from, Rounding*size)
	out := Outcome{Residual: 1}
	if from == 0 {
		return Outcome{}
	}
	for out.Iterations < iterations {
		s.Sweep(p, x)
		out.Iterations++
		if out.Iterations%stopEvery != 0 && out.Iterations != iterations {
			continue
		}
		left, size := s.largest(p, x)
		if out.Residual, out.Left = left/from, left; left <= Rounding*size { // no iteration makes it less
			out.Residual, out.Left = 0, 0
		}
		if out.Residual <= tolerance {
			break
		}
	}
	return out
}

// Sweep moves every mass once, in place.
func (s *Solver) Sweep(p *Problem, x []model.Vec3) {
	for _, i := range s.order {
		f, h, _ := s.on(p, x, int(i))
		if p.Allowed != nil {
			f, h = p.Allowed[i].Times(f), h.Within(p.Allowed[i])
		}
		x[i] = x[i].Add(h.Solve(f))
	}
}

// largest returns the largest |f| of a mass [N], and the largest force that a mass would have by independent
// errors of all positions.
func (s *Solver) largest(p *Problem, x []model.Vec3) (force, size float64) {
	for _, i := range s.order {
		f, _, all := s.on(p, x, int(i))
		if p.Allowed != nil {
			f = p.Allowed[i].Times(f)
		}
		if force = max(force, f.Len()); math.IsNaN(force) {
			return math.Inf(1), math.Inf(1)
		}
		size = max(size, all)
	}
	return force, size
}

// on is f of a mass [N], H there [N/m], and the force that it would have by independent errors of all
// positions, see Rounding.
func (s *Solver) on(p *Problem, x []model.Vec3, i int) (f model.Vec3, h Sym, size float64) {
	inertia := p.Inertia(i)
	f = p.Goal[i].Sub(x[i]).Mul(inertia)
	h = Diagonal(inertia)
	reach := x[i].Len()
	size = inertia * reach
	if p.Alone != nil {
		force, stiffness := p.Alone(i, x[i])
		f, h = f.Add(force), h.Plus(stiffness)
		size += force.Len() + stiffness.Trace()*reach
	}
	for _, spring := range s.at[s.first[i]:s.first[i+1]] {
		if !p.Acts(int(spring)) {
			continue
		}
		other := p.Model.Ends[spring][0]
		if int(other) == i {
			other = p.Model.Ends[spring][1]
		}
		force, stiffness := p.pull(int(spring), x[other].Sub(x[i]), p.Before[other].Sub(p.Before[i]))
		f, h = f.Add(force), h.Plus(stiffness)
		size += stiffness.Trace() * (reach + x[other].Len())
	}
	return f, h, size
}

// pull returns the force of a spring on an end from which the other one is at d [N], at
// before at the start of the step, and its contribution to H.
func (p *Problem) pull(spring int, d, before model.Vec3) (force model.Vec3, stiffness Sym) {
	length := d.Len()
	if length < ZeroLength {
		return force, stiffness
	}
	k, c, cable := p.Coefficients(spring)
	n := d.Mul(1 / length)
	f := k * (length - p.Rest[spring])
	if c > 0 {
		f += c * (length - before.Len()) / p.Step
	}
	if cable && (length <= p.Rest[spring] || f <= 0) {
		return force, stiffness
	}
	across := max(0, f) / length
	return n.Mul(f), Outer(n, k+c/p.Step-across).Plus(Diagonal(across))
}
