package implicit

import (
	"math"

	"hooke/model"
)

const (
	// rounding is the relative rounding error of sums of the forces on a mass. Smaller forces are none.
	rounding = 1e-14
	// linear is the part of the right-hand side that conjugate gradients leave.
	linear = 1e-12
	// maxSteps bounds the steps of Newton's method, and trials the lengths of each.
	maxSteps, trials = 200, 60
	// slope is the part of the slope at the start of a step that its end may have.
	slope = 0.9
)

// solver is a problem and scratch, each array of length MassCount.
type solver struct {
	p                        *Problem
	free                     []int
	force, way, rest, toward []model.Vec3 // f; Newton's step; of conjugate gradients: residual and direction
	product, trial           []model.Vec3
	bend                     []Sym // of forces on masses alone, with inertia
	springs                  []derivative
}

// derivative is minus the derivative of the force of a spring by its length and by a turn of
// it [N/m]; both are 0 where it exerts none.
type derivative struct {
	n             model.Vec3
	along, across float64
}

// SolveByNewton solves a problem by Newton's method, all masses at once: the twin of vertex block descent,
// with which it shares only Problem. It adds up forces spring by spring, takes the whole derivative,
// including the part of pressed springs, and solves each linear system by conjugate gradients.
//
// It moves the masses from x to the solution of the problem, in place, and returns the
// largest force on a mass that is left, over the largest sum of the sizes of the forces on
// one: rounding, where the solution is found.
func SolveByNewton(p *Problem, x []model.Vec3) (left float64) {
	n := len(x)
	s := &solver{p: p, springs: make([]derivative, p.Model.SpringCount()), bend: make([]Sym, n)}
	for _, array := range []*[]model.Vec3{&s.force, &s.way, &s.rest, &s.toward, &s.product, &s.trial} {
		*array = make([]model.Vec3, n)
	}
	for i := range x {
		if p.Model.PinOf(i) != model.PinAll {
			s.free = append(s.free, i)
		}
	}
	least, stuck := math.Inf(1), 0
	for range maxSteps {
		largest, size := s.evaluate(s.force, x)
		if size == 0 {
			return 0
		}
		left = largest / size
		if left < least/2 {
			least, stuck = left, 0
		} else if stuck++; stuck > 3 && left < 1e3*rounding {
			break
		}
		if left <= rounding {
			break
		}
		s.solveLinear()
		s.search(x)
	}
	return left
}

// evaluate writes f of every mass and the derivatives at x. It returns the largest |f| [N]
// and the largest sum of the sizes of forces on a mass [N].
func (s *solver) evaluate(f, x []model.Vec3) (largest, size float64) {
	p, m := s.p, s.p.Model
	sizes := make([]float64, len(x))
	clear(f)
	for _, i := range s.free {
		inertia := p.Inertia(i)
		f[i] = p.Goal[i].Sub(x[i]).Mul(inertia)
		s.bend[i] = Diagonal(inertia)
		sizes[i] = f[i].Len() + inertia*x[i].Sub(p.Before[i]).Len()
		if p.Alone != nil {
			force, stiffness := p.Alone(i, x[i])
			f[i], s.bend[i] = f[i].Add(force), s.bend[i].Plus(stiffness)
			sizes[i] += force.Len()
		}
	}
	for k, ends := range m.Ends {
		s.springs[k] = derivative{}
		if !p.Acts(k) {
			continue
		}
		pulled := s.spring(k, x)
		f[ends[0]], f[ends[1]] = f[ends[0]].Add(pulled), f[ends[1]].Sub(pulled)
		sizes[ends[0]] += pulled.Len()
		sizes[ends[1]] += pulled.Len()
	}
	for i := range f {
		if m.PinOf(i) == model.PinAll {
			f[i] = model.Vec3{}
		}
	}
	s.project(f)
	for _, i := range s.free {
		largest, size = max(largest, f[i].Len()), max(size, sizes[i])
	}
	return largest, size
}

// spring returns the force of a spring on its end A [N]. It notes the derivatives.
func (s *solver) spring(k int, x []model.Vec3) model.Vec3 {
	ends := s.p.Model.Ends[k]
	a, b := ends[0], ends[1]
	d := x[b].Sub(x[a])
	length := math.Hypot(math.Hypot(d[0], d[1]), d[2])
	if length < ZeroLength {
		return model.Vec3{}
	}
	stiffness, damping, cable := s.p.Coefficients(k)
	stretch := length - s.p.Rest[k]
	lengthened := length - s.p.Before[b].Sub(s.p.Before[a]).Len()
	tension := stiffness*stretch + damping*lengthened/s.p.Step
	if cable && (stretch <= 0 || tension <= 0) {
		return model.Vec3{}
	}
	n := d.Mul(1 / length)
	s.springs[k] = derivative{n: n, along: stiffness + damping/s.p.Step, across: tension / length}
	return n.Mul(tension)
}

// project removes the components that pins and guides do not allow from vectors.
func (s *solver) project(v []model.Vec3) {
	if s.p.Allowed == nil {
		return
	}
	for _, i := range s.free {
		v[i] = s.p.Allowed[i].Times(v[i])
	}
}

// multiply writes minus the derivative of all forces times v, at the positions of the last
// evaluate.
func (s *solver) multiply(out, v []model.Vec3) {
	clear(out)
	for _, i := range s.free {
		out[i] = s.bend[i].Times(v[i])
	}
	for k, ends := range s.p.Model.Ends {
		of := &s.springs[k]
		if of.along == 0 && of.across == 0 {
			continue
		}
		apart := v[ends[1]].Sub(v[ends[0]])
		along := of.n.Mul(of.n.Dot(apart))
		change := along.Mul(of.along).Add(apart.Sub(along).Mul(of.across))
		out[ends[0]], out[ends[1]] = out[ends[0]].Sub(change), out[ends[1]].Add(change)
	}
	for i := range out {
		if s.p.Model.PinOf(i) == model.PinAll {
			out[i] = model.Vec3{}
		}
	}
	s.project(out)
}

// solveLinear writes Newton's step into way, by conjugate gradients. If the derivative is not
// positive definite it ends with the current vector, which leads downhill, too.
func (s *solver) solveLinear() {
	clear(s.way)
	copy(s.rest, s.force)
	copy(s.toward, s.force)
	from := s.dot(s.rest, s.rest)
	for now, count := from, 0; now > linear*linear*from && count < 30*len(s.free)+100; count++ {
		s.multiply(s.product, s.toward)
		curvature := s.dot(s.toward, s.product)
		if curvature <= 0 {
			if count == 0 {
				copy(s.way, s.force)
			}
			return
		}
		s.add(s.way, s.toward, now/curvature)
		s.add(s.rest, s.product, -now/curvature)
		next := s.dot(s.rest, s.rest)
		for _, i := range s.free {
			s.toward[i] = s.rest[i].Add(s.toward[i].Mul(next / now))
		}
		now = next
	}
}

// search moves x along the step, by as much of it as makes the slope of the potential along
// it small. f·way is minus that slope.
func (s *solver) search(x []model.Vec3) {
	start := s.dot(s.force, s.way)
	low, high, part := 0.0, math.Inf(1), 1.0
	for range trials {
		copy(s.trial, x)
		s.add(s.trial, s.way, part)
		s.evaluate(s.product, s.trial)
		switch end := s.dot(s.product, s.way); {
		case end < -slope*start:
			high = part
		case end > slope*start && part < 1:
			low = part
		default:
			copy(x, s.trial)
			return
		}
		part = (low + high) / 2
	}
	s.add(x, s.way, part)
}

func (s *solver) dot(a, b []model.Vec3) (sum float64) {
	for _, i := range s.free {
		sum += a[i].Dot(b[i])
	}
	return sum
}

// add adds a part of b to a, in place.
func (s *solver) add(a, b []model.Vec3, part float64) {
	for _, i := range s.free {
		a[i] = a[i].Add(b[i].Mul(part))
	}
}
