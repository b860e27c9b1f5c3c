package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Catching holds the data on a run's contacts for continuous collision.
type Catching[T table.Real] struct {
	Began, Ended []model.Contact // contacts at the begin and at the end of the step
	Before       Motion[T]       // positions before the step
	Still        bool            // whether no contact moves
	Extents      []extent        // of the contacts that catch masses
}

// extent is a box that holds a contact at the end of a step, and bounds how far the contact carries points in it.
type extent struct {
	box[float64]
	contact int        // by its number
	middle  model.Vec3 // a point that it carries as far as shift [m]
	shift   float64    // [m]
	turn    float64    // how much farther it carries a point, for each meter from middle to that
}

// Use takes over the contacts of a run.
func (c *Catching[T]) Use(contacts []model.Contact) {
	c.Still, c.Extents = true, nil
	for k := range contacts {
		c.Still = c.Still && !contacts[k].Trajectory.Moves()
		if physics.CanBeCrossed(&contacts[k]) {
			c.Extents = append(c.Extents, extent{box: extentOf(contacts[k].Shape, false), contact: k})
		}
	}
}

// Begin takes over where the contacts are at the begin and at the end of a step.
func (c *Catching[T]) Begin(began, ended []model.Contact) {
	c.Began, c.Ended = began, ended
	if c.Still {
		return
	}
	for i := range c.Extents {
		if e := &c.Extents[i]; ended[e.contact].Trajectory.Moves() {
			e.follow(began[e.contact].Shape, ended[e.contact].Shape)
		}
	}
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
// acceleration that velocity Verlet keeps becomes 0 for it. The kernel measures how far masses have moved, and
// passes over slices that are farther than that from all contacts.
func CatchGo[T table.Real](g *Integration[T], c *Catching[T], k *Kernel[T], now Motions[T], first, count int, measure *MovedCall[T], near *NearCall[T], caught func(Caught)) {
	measure.Set(c.Before, now.Position, first, count, [3]T{})
	k.Moved(measure)
	way := math.Sqrt(float64(measure.Most()))*(1+1e-6) + 1e-15 // roundings of float32 make no way longer than that
	near.clear()
	for i := range c.Extents {
		e := &c.Extents[i]
		wide := e.grown(e.marginOf(way))
		near.add(&wide)
	}
	for i, is := range near.find(k.Near, c.Before, first, count) {
		if is != 0 && (c.Still || !c.missAll(first+i, way)) {
			catchIn(g, c, now, first+i, caught)
		}
	}
}

// catchIn is CatchGo for the masses of a slice.
func catchIn[T table.Real](g *Integration[T], c *Catching[T], now Motions[T], slice int, caught func(Caught)) {
	var before, after [3]*[table.Width]T
	for axis := range 3 {
		before[axis], after[axis] = c.Before.row(ArrayX+axis, slice), now.Position.row(ArrayX+axis, slice)
	}
	move := g.Masses.Movable[slice]
	for at := range table.Width {
		from, to := [3]T{before[0][at], before[1][at], before[2][at]}, [3]T{after[0][at], after[1][at], after[2][at]}
		if c.Still && from == to || c.miss(from, to) {
			continue
		}
		lane := slice*table.Width + at
		x := Widen(to)
		contact, crossing, entry := c.first(from, to)
		if contact < 0 || move[0]|move[1]|move[2] == 0 || g.Masses.PerMass[lane] == 0 {
			continue
		}
		v := Widen(now.Velocity.Get(ArrayVX, lane))
		surface := c.Ended[contact].SurfaceVelocity(entry, crossing.Normal, 0)
		halted := physics.Halted(v.Sub(surface), crossing.Normal, c.Ended[contact].KineticFriction).Add(surface)
		free := false
		for axis := range 3 {
			if move[axis]>>at&1 == 0 {
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
