package implicit

import (
	"math"

	"hooke/model"
)

// EnergyStep is a step by the method of Simo and Gonzalez, whose forces are discrete
// gradients: their work is exactly minus the change of energy, whatever the step. With the
// displacement u = x' − x of a mass and the vectors d and d' between the ends of a spring of
// lengths L and L',
//
//	u = h (v + v')/2                    v' = v + h F/m
//	F = Σ f (d + d')/(L + L') + m g − m γ u/h + of contacts
//	f = k ((L + L')/2 − (R + R')/2) + c (L' − L)/h
//
// where R and R' are rest lengths, and γ = (2/h) (1 − D)/(1 + D), so that a free mass loses the
// factor D of its velocity. A cable has the mean slope of its energy, [E(L') − E(L)]/(L' − L),
// and a damper where it is taut; together they never push. Forces between two masses are
// opposite and lie along the mean of d and d', so linear and angular momentum stay, too.
//
// Newton's method finds u, with the whole derivative, which is not symmetric; BiCGSTAB solves
// its linear systems.
//
// Sources: J. C. Simo, O. Gonzalez, Assessment of energy-momentum and symplectic schemes for
// stiff dynamical systems, 1993; O. Gonzalez, Time integration and discrete Hamiltonian
// systems, 1996; H. A. van der Vorst, Bi-CGSTAB, 1992.
type EnergyStep struct {
	Model        *model.Model
	Own          []model.Coefficients // k and c of every spring; nil: those of the palette
	RestBefore   []float64            // R of every spring [m]
	Rest         []float64            // R' of every spring [m]
	Length       float64              // h [s], > 0
	Kept         float64              // D, in (0, 1]; 1 without drag
	Gravity      model.Vec3           // [m/s²]
	Before       []model.Vec3         // x [m]
	VelocityThen []model.Vec3         // v [m/s]
	// Contact returns the mean force of contacts on a mass that goes from Before to x [N], and
	// minus its derivative, about [N/m]; nil: there are no contacts.
	Contact func(i int, x model.Vec3) (force model.Vec3, stiffness Sym)
	Allowed []Sym // see Problem.Allowed; nil: all motions

	free                []int
	way                 []model.Vec3 // u [m]
	force               []model.Vec3 // F without inertia [N]
	rest, trial, tested []model.Vec3 // residual [N]; displacements that are tried, and their residual
	size                []float64
	block               []Sym // derivative of inertia, drag and contacts [N/m]
	springs             []meanSpring
	linear              bicgstab
}

// meanSpring is the derivative of the mean force of a spring on its end A by u_B − u_A:
// (slope − across) mean endᵀ + across I.
type meanSpring struct {
	mean, end     model.Vec3 // (d + d')/(L + L') and d'/L'
	slope, across float64    // [N/m]
}

// Prepare makes scratch for the model, once.
func (s *EnergyStep) Prepare() {
	n := s.Model.MassCount()
	for i := range n {
		if s.Model.PinOf(i) != model.PinAll {
			s.free = append(s.free, i)
		}
	}
	for _, array := range []*[]model.Vec3{&s.way, &s.force, &s.rest, &s.trial, &s.tested, &s.Before, &s.VelocityThen} {
		*array = make([]model.Vec3, n)
	}
	s.size, s.block, s.springs = make([]float64, n), make([]Sym, n), make([]meanSpring, s.Model.SpringCount())
	s.RestBefore, s.Rest = make([]float64, s.Model.SpringCount()), make([]float64, s.Model.SpringCount())
	s.linear.prepare(n)
}

// resists returns β = (1 − D)/(1 + D), the drag of a step as a share of the inertia 2 m/h².
func (s *EnergyStep) resists() float64 { return (1 - s.Kept) / (1 + s.Kept) }

// inertia returns 2 m/h² of a mass [N/m].
func (s *EnergyStep) inertia(i int) float64 { return 2 * s.Model.Mass[i] / (s.Length * s.Length) }

// Newton ends where rounding of the forces on a mass, as a share of their sizes, is all that is
// left: residuals below it count as none. It takes one step more while that halves the rest,
// since the energy of a long run shows it.
const energyRounding = 1e-14

// Take moves the masses from x and v by a step, in place. Newton's method ends at a residual of
// tolerance, as a share of that of its start; 0: where rounding is all that is left.
func (s *EnergyStep) Take(x, v []model.Vec3, iterations int, tolerance float64) (out Outcome) {
	copy(s.Before, x)
	copy(s.VelocityThen, v)
	h, beta := s.Length, s.resists()
	for _, i := range s.free { // where the mass goes without springs and contacts
		s.way[i] = v[i].Add(s.Gravity.Mul(h / 2)).Mul(h / (1 + beta))
	}
	s.project(s.way)
	largest, size := s.evaluate(s.rest, s.way)
	start := max(largest, energyRounding*size)
	for start > 0 && out.Iterations < iterations && largest > 0 && !(tolerance > 0 && largest <= tolerance*start) {
		before := largest
		found := s.newton()
		out.Iterations++
		if largest, size = s.evaluate(s.rest, s.way); !found || !(largest < before/2) && largest <= energyRounding*size {
			break
		}
	}
	if out.Left = largest; largest > energyRounding*size || largest != largest {
		out.Residual = largest / start
	}
	for _, i := range s.free {
		x[i] = s.Before[i].Add(s.way[i])
		v[i] = v[i].Add(s.allowed(i, s.force[i]).Mul(h / s.Model.Mass[i]))
	}
	return out
}

// evaluate writes the residual of every mass for displacements u, F − 2 m/h² (u − h v), the
// forces and the derivatives. It returns the largest residual, and the largest sum of the sizes
// of forces on a mass [N].
func (s *EnergyStep) evaluate(out, u []model.Vec3) (largest, size float64) {
	clear(s.force)
	clear(s.size)
	beta := s.resists()
	add := func(i uint32, f model.Vec3) {
		s.force[i] = s.force[i].Add(f)
		s.size[i] += f.Len()
	}
	for _, i := range s.free {
		inertia := s.inertia(i)
		s.block[i] = Diagonal(inertia * (1 + beta))
		add(uint32(i), s.Gravity.Mul(s.Model.Mass[i]))
		add(uint32(i), u[i].Mul(-beta*inertia))
		if s.Contact != nil {
			force, stiffness := s.Contact(i, s.Before[i].Add(u[i]))
			add(uint32(i), force)
			s.block[i] = s.block[i].Plus(stiffness)
		}
	}
	for k, ends := range s.Model.Ends {
		s.springs[k] = meanSpring{}
		if !acts(s.Model, k) {
			continue
		}
		at, of := s.spring(k, u[ends[1]].Sub(u[ends[0]]))
		s.springs[k] = of
		f := of.mean.Mul(at.Tension)
		add(ends[0], f)
		add(ends[1], f.Mul(-1))
	}
	for _, i := range s.free {
		inertia := s.inertia(i)
		moved := u[i].Sub(s.VelocityThen[i].Mul(s.Length)).Mul(inertia)
		out[i] = s.allowed(i, s.force[i].Sub(moved))
		largest = max(largest, out[i].Len())
		size = max(size, s.size[i]+inertia*(u[i].Len()+s.VelocityThen[i].Len()*s.Length))
	}
	return largest, size
}

// multiply writes minus the derivative of all residuals times y, at the last evaluate.
func (s *EnergyStep) multiply(out, y []model.Vec3) {
	clear(out)
	beta := s.resists()
	for _, i := range s.free {
		out[i] = y[i].Mul(s.inertia(i) * (1 + beta))
		if s.Contact != nil {
			out[i] = s.block[i].Times(y[i])
		}
	}
	for k, ends := range s.Model.Ends {
		of := &s.springs[k]
		if of.slope == 0 && of.across == 0 {
			continue
		}
		apart := y[ends[1]].Sub(y[ends[0]])
		change := of.mean.Mul((of.slope - of.across) * of.end.Dot(apart)).Add(apart.Mul(of.across))
		out[ends[0]], out[ends[1]] = out[ends[0]].Sub(change), out[ends[1]].Add(change)
	}
	for i := range out {
		if s.Model.PinOf(i) == model.PinAll {
			out[i] = model.Vec3{}
		}
	}
	s.project(out)
}

// allowed returns the part of a vector that pins allow mass i.
func (s *EnergyStep) allowed(i int, v model.Vec3) model.Vec3 {
	if s.Allowed == nil {
		return v
	}
	return s.Allowed[i].Times(v)
}

// project removes the components that pins do not allow from vectors.
func (s *EnergyStep) project(v []model.Vec3) {
	for _, i := range s.free {
		v[i] = s.allowed(i, v[i])
	}
}

// newton takes one step of Newton's method from the last evaluate, shortened until the residual
// falls. It reports whether it does.
func (s *EnergyStep) newton() bool {
	copy(s.linear.block, s.block)
	for k, ends := range s.Model.Ends { // the preconditioner has the springs of each mass, too
		of := &s.springs[k]
		if of.slope == 0 && of.across == 0 {
			continue
		}
		across := max(0, of.across)
		part := Outer(of.mean, max(0, of.slope)-across).Plus(Diagonal(across))
		for _, i := range ends {
			s.springBlock(int(i), part)
		}
	}
	step := s.linear.solve(s, s.rest)
	start := s.merit(s.rest)
	for part, trials := 1.0, 0; trials < 40; trials++ {
		copy(s.trial, s.way)
		for _, i := range s.free {
			s.trial[i] = s.trial[i].Add(step[i].Mul(part))
		}
		s.evaluate(s.tested, s.trial)
		if end := s.merit(s.tested); end < start {
			copy(s.way, s.trial)
			return true
		}
		part /= 2
	}
	return false
}

// springBlock adds the stiffness of a spring to the preconditioner of a mass that moves.
func (s *EnergyStep) springBlock(i int, part Sym) {
	if s.Model.PinOf(i) != model.PinAll {
		s.linear.block[i] = s.linear.block[i].Plus(part)
	}
}

// merit returns Σ r²/(2 m/h²), the work that residuals could do.
func (s *EnergyStep) merit(r []model.Vec3) (sum float64) {
	for _, i := range s.free {
		sum += r[i].Dot(r[i]) / s.inertia(i)
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}
