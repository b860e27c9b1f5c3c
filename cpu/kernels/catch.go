package kernels

import (
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Catching is what the contacts of a run need to know to catch masses that have crossed
// them in a step.
type Catching[T table.Real] struct {
	Began, Ended []model.Contact // contacts at the begin and at the end of the step
	Before       Motion[T]       // places before the step
}

// Caught is a mass that a contact has caught.
type Caught struct {
	Lane, Contact int        // the contact by its number
	Change        model.Vec3 // of the velocity [m/s]
	Mean          model.Vec3 // of the velocities before and after it [m/s]
	Surface       model.Vec3 // velocity of the surface [m/s]
}

// CatchGo sets the masses of some slices whose way in a step has crossed contacts to where
// they enter the first of them, and takes their velocity relative to the surface into that;
// see physics.Crosses and physics.Halted. It calls caught with each. The
// acceleration that velocity Verlet keeps becomes 0 for it.
func CatchGo[T table.Real](g *Integration[T], c *Catching[T], now Motions[T], first, count int, caught func(Caught)) {
	for lane := first * table.Width; lane < (first+count)*table.Width; lane++ {
		from, to := c.Before.Get(ArrayX, lane), now.Position.Get(ArrayX, lane)
		if from == to && c.stand() {
			continue
		}
		x := Widen(to)
		contact, crossing, entry := physics.FirstCrossing(c.Began, c.Ended, Widen(from), x)
		move := g.Masses.Movable[lane/table.Width]
		if contact < 0 || move[0]|move[1]|move[2] == 0 || g.Masses.PerMass[lane] == 0 {
			continue
		}
		v := Widen(now.Velocity.Get(ArrayVX, lane))
		surface := c.Ended[contact].SurfaceVelocity(entry, crossing.Normal, 0)
		halted := physics.Halted(v.Sub(surface), crossing.Normal, c.Ended[contact].KineticFriction).Add(surface)
		free := false
		for axis := range 3 {
			if move[axis]>>(lane%table.Width)&1 == 0 {
				entry[axis], halted[axis] = x[axis], v[axis]
			} else {
				free = true
			}
		}
		if !free {
			continue
		}
		now.Position.Set(ArrayX, lane, Narrow[T](entry))
		now.Velocity.Set(ArrayVX, lane, Narrow[T](halted))
		if g.Acceleration.Arena != nil {
			g.Acceleration.Set(ArrayX, lane, [3]T{})
		}
		change := halted.Sub(v)
		caught(Caught{lane, contact, change, v.Add(change.Mul(0.5)), surface})
	}
}

// stand says whether no contact moves.
func (c *Catching[T]) stand() bool {
	for k := range c.Ended {
		if c.Ended[k].Course.Moves() {
			return false
		}
	}
	return true
}
