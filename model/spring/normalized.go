package spring

// Normalized tunes a spring without units, for symplectic Euler (velocity
// first, then position with the new velocity). A stiffness of 1 brings the
// stretch to zero in one step, a damping of 1 stops the relative velocity in
// one step, whatever masses and dt are:
//
//	k = Cs m/dt²,  c = Cd m/dt,  m the reduced mass of the ends.
//
// The response per step stays the same, so k and c must be resolved
// again when dt or a mass changes. Typical stiffness: 1e-5 to 1e-3 soft and
// bouncy, 0.01 to 0.1 already stiff. The zero value exerts no force.
//
// Source: M. Schmidt Nissen, "Towards a Simpler, Stiffer, and More Stable
// Spring".
type Normalized struct {
	Stiffness float64 // Cs, dimensionless; above 1 a step overshoots
	Damping   float64 // Cd, likewise
}

// NormalizedFrom returns the normalized form of k [N/m] and c [N·s/m] between ends
// of the given reduced mass [kg], for steps of dt [s]. Values above 1, or above
// the cap, say that such a spring is too stiff for the step.
func NormalizedFrom(k, c, reducedMass, dt float64) Normalized {
	return Normalized{Stiffness: k * dt * dt / reducedMass, Damping: c * dt / reducedMass}
}

// NormalizedCap returns the largest safe value of Cs and Cd when the busier end of
// a spring has n springs, this one counted: 1 for a lone spring, else 1/(n+1),
// since springs on one mass compete (rope 1/3, square mesh 1/5).
func NormalizedCap(n int) float64 {
	if n <= 1 {
		return 1
	}
	return 1 / float64(n+1)
}

// Capped limits both values to NormalizedCap(n). A value above 1 asks for a spring that
// overshoots, and stays.
func (s Normalized) Capped(n int) Normalized {
	limit := func(x float64) float64 {
		if x > 1 {
			return x
		}
		return min(x, NormalizedCap(n))
	}
	return Normalized{Stiffness: limit(s.Stiffness), Damping: limit(s.Damping)}
}

// Overshoots reports whether a step takes the spring beyond its rest, so that it jitters.
func (s Normalized) Overshoots() bool { return s.Stiffness > 1 || s.Damping > 1 }

// Grows reports whether a lone spring moves farther with every step.
func (s Normalized) Grows() bool { return s.Stiffness+2*s.Damping >= 4 }

// Resolve is k [N/m] and c [N·s/m] between ends of the given reduced mass [kg],
// for steps of dt [s]. Two pinned ends have an infinite reduced mass and get
// infinite k and c: leave such springs out.
func (s Normalized) Resolve(reducedMass, dt float64) (k, c float64) {
	return s.Stiffness * (reducedMass / dt / dt), s.Damping * (reducedMass / dt)
}

// Impulse returns J = −m (Cs x/dt + Cd v) [N·s] within one step, for a stretch x [m]
// and its rate v [m/s]: to add along the spring to the end it points at, and
// to take from the other.
func (s Normalized) Impulse(stretch, rate, reducedMass, dt float64) float64 {
	return -reducedMass * (s.Stiffness*stretch/dt + s.Damping*rate)
}
