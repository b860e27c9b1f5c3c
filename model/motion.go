package model

// Motion is how much a state moves, in few numbers.
type Motion struct {
	Kinetic float64 // Σ ½ m v² over all masses that are not pinned on all axes [J]
	Impulse float64 // the largest m |v| of them [kg·m/s]
	Mass    int     // whose that is, the lowest-numbered of equals; -1 when nothing moves
}
