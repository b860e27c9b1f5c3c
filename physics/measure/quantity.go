package measure

import (
	"fmt"
	"math"
)

// Quantity is one of the numbers of a Reading. The zero value is Strain.
type Quantity uint8

// The quantities.
const (
	Strain Quantity = iota
	Force
	Stress
	Energy
	Power
	Loss
	quantities
)

// Quantities returns all quantities, in their order.
func Quantities() []Quantity {
	out := make([]Quantity, quantities)
	for q := range out {
		out[q] = Quantity(q)
	}
	return out
}

// String returns the name that files and legends use.
func (q Quantity) String() string {
	names := [quantities]string{"strain", "force", "stress", "energy", "power", "loss"}
	if q >= quantities {
		return fmt.Sprintf("quantity %d", uint8(q))
	}
	return names[q]
}

// Unit returns the unit of the quantity; empty for a share.
func (q Quantity) Unit() string {
	return [quantities]string{Force: "N", Stress: "Pa", Energy: "J", Power: "W", Loss: "W"}[q]
}

// Of returns the quantity of a reading; NaN where it is not defined.
func (r Reading) Of(q Quantity) float64 {
	return [quantities]float64{r.Strain, r.Force, r.Stress, r.Energy, r.Power, r.Loss}[q]
}

// Shown returns the quantity as a color shows it: 0 where it is not defined.
func (r Reading) Shown(q Quantity) float64 {
	if v := r.Of(q); !math.IsNaN(v) {
		return v
	}
	return 0
}
