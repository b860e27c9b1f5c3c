package table

import (
	"math"
	"time"

	"hooke/model"
)

// Times of the parts of a step with AVX-512 in a near cache [ns], for 16 masses at once,
// within a factor of two of the times of lattices, cloths, ropes, filled meshes and networks.
// A model on which a thread too many is spent by an error of that size is one where it hardly
// matters.
const (
	sliceTime     = 12.0 // integration, and the rest of a slice without springs
	chainTime     = 6.0  // a slice of links, springs included
	pairTime      = 3.5  // a pair, for both ends
	slotTime      = 3.0
	columnTime    = 6.0
	collidingTime = 100.0 // finding pairs of masses that collide, and their forces
	bookedTime    = 20.0  // the powers of the ledger
	solidTime     = 300.0 // contacts that kernels in assembly do not know
)

// paceOf returns the time of a kernel for that of AVX-512 with float32.
func paceOf[T Real](kernel string) float64 {
	wide := float64(SizeOf[T]()) / 4
	switch kernel {
	case "avx512":
		return wide
	case "avx2":
		return 3 * wide
	}
	return 38
}

// SweepTime is about how long one thread takes to evaluate the forces on all masses once and
// to move them.
func (t *Table[T]) SweepTime(p model.Params, kernel string) time.Duration {
	slices, chained := float64(len(t.Order.MassOf)/Width), 0
	for _, c := range t.Chains {
		chained += c.To - c.From
	}
	columns := float64(len(t.Columns)) / float64(Width*t.Words())
	ns := sliceTime*slices + pairTime*float64(len(t.Pairs)) + slotTime*float64(len(t.Slots)) + columnTime*columns
	ns -= float64(chained) * (sliceTime + 2*slotTime - chainTime) // links have two slots
	ns *= paceOf[T](kernel)
	if p.Collision.Acts() {
		ns += collidingTime * slices
	}
	if p.Ledger {
		ns += bookedTime * slices
	}
	for _, c := range p.Contacts {
		if _, plane := c.Shape.(model.Plane); !plane || c.PerMass || c.Trajectory.Moves() {
			ns += solidTime * slices
		}
	}
	return time.Duration(math.Min(ns, math.MaxInt64/2))
}
