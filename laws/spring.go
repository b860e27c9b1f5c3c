package laws

// Shortest is the length [m] below which a spring has no direction, and so no force.
const Shortest = 1e-12

// Spring says how a spring resists. Shaders have the same fields, as Law, and the text that reads its numbers from records of the
// device; see laws/generate. A new number has its case beside it, "//glsl:if CASE", with which shaders have it, and a
// place in Numbers.
//
//glsl:record Law
type Spring[T Real] struct {
	Stiffness   T    // k [N/m]
	Damping     T    // c [N·s/m]
	RestLength  T    // L0 now [m]
	TensionOnly bool // whether it is a cable, which never pushes
}

// SpringNumbers is the number of Numbers.
const SpringNumbers = 2

// Numbers returns all numbers but the rest length, in the order of the fields: so records of the device hold them.
func (law Spring[T]) Numbers() [SpringNumbers]T { return [...]T{law.Stiffness, law.Damping} }

// DamperOf is c rate [N].
func DamperOf[T Real](law Spring[T], rate T) T {
	return T(law.Damping * rate)
}

// PullOf returns the force f [N] of a spring that is stretched by s [m] while its ends part at a rate
// [m/s]. It is positive where it pulls the ends together:
//
//	f = k s + damper,  and of a cable  f = max(0, f) while s > 0, else 0
func PullOf[T Real](law Spring[T], stretch, rate T) T {
	f := T(law.Stiffness * stretch)
	f += DamperOf(law, rate) //glsl:if DAMPING
	if law.TensionOnly {     //glsl:if TENSION
		if stretch > 0 {
			f = max(0, f)
		} else {
			f = 0
		}
	}
	return f
}

// PartsOf splits the force of PullOf into those of the spring and of the damper [N]. The damper of a cable
// takes as much as leaves the sum at no less than 0.
//
//glsl:not
func PartsOf[T Real](law Spring[T], stretch, rate T) (elastic, damper T) {
	elastic, damper = T(law.Stiffness*stretch), DamperOf(law, rate)
	if law.TensionOnly {
		if !(stretch > 0) {
			return 0, 0
		}
		damper = max(damper, -elastic)
	}
	return elastic, damper
}

// DampingOf returns the derivative of the force by the rate [N·s/m]; 0 of a slack cable.
func DampingOf[T Real](law Spring[T], stretch T) T {
	if law.TensionOnly && stretch < 0 {
		return 0
	}
	return law.Damping
}

// Stored returns the elastic energy ½ k s² [J]; none in a slack cable.
func Stored[T Real](law Spring[T], stretch T) T {
	if law.TensionOnly && stretch < 0 {
		return 0
	}
	return T(0.5 * law.Stiffness * stretch * stretch)
}
