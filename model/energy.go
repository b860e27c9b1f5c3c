package model

// Energy is what a state holds, by kind [J].
type Energy struct {
	Kinetic       float64 // Σ ½ m v²
	Gravitational float64 // −Σ m g·x, zero at the origin
	Elastic       float64 // Σ ½ k (L − L0)²
	Contact       float64 // Σ ½ k_ground depth²
}

// Total is the sum of all kinds [J].
func (e Energy) Total() float64 { return e.Kinetic + e.Gravitational + e.Elastic + e.Contact }
