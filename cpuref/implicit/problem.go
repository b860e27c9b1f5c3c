package implicit

import "hooke/model"

// Problem is the system of equations of a step of implicit Euler: the positions x at its end
// at which every free mass has f = 0, with
//
//	f = m (y − x)/(D h²) + Σ springs f_s n + alone(x)
//	f_s = k (L − L0) + c (L − L')/h,       max(0, f_s) while L > L0, else 0, of a cable
//
// where L' is the length of a spring before the step. So a damper acts on the rate of length
// and never on motion as such: it slows no fall. D is the factor of drag on a velocity in the
// step, which is the force −m (1/D − 1)/h v.
//
// The forces of springs are minus the gradient of Σ ½ k (L − L0)² + ½ c/h (L − L')².
type Problem struct {
	Model  *model.Model
	Own    []model.Coefficients // k and c of every spring; nil: those of the palette
	Rest   []float64            // L0 of every spring at the end of the step [m]
	Step   float64              // h [s], > 0
	Kept   float64              // D, in (0, 1]; 1 without drag
	Before []model.Vec3         // positions before the step [m]
	Goal   []model.Vec3         // y [m]: where every mass goes with no springs, and with nothing of Alone
	// Alone is the force on a mass at x that does not depend on any other mass [N], such as that of contacts,
	// and minus its derivative, positive semidefinite [N/m]. Nil: there is no such force.
	Alone func(i int, x model.Vec3) (force model.Vec3, stiffness Sym)
	// Allowed are the motions that pins and guides leave to every mass, as a projection;
	// nil: all motions, of all masses that are not pinned on all axes.
	Allowed []Sym
}

// Inertia is m/(D h²) of a mass [N/m].
func (p *Problem) Inertia(i int) float64 { return p.Model.Mass[i] / (p.Kept * p.Step * p.Step) }

// Coefficients are k [N/m] and c [N·s/m] of a spring, and whether it is a cable.
func (p *Problem) Coefficients(s int) (k, c float64, cable bool) {
	return coefficients(p.Model, p.Own, s)
}

// Acts reports whether a spring can move anything.
func (p *Problem) Acts(s int) bool { return acts(p.Model, s) }

// ZeroLength is the length [m] below which a spring has no direction and so no force.
const ZeroLength = 1e-12
