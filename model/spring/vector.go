package spring

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Vector is the type of a moving quantity: a number or a 3-vector. A spring acts on each
// component alone.
type Vector interface{ float64 | mgl64.Vec3 }

// State is where something is and how it moves. The zero value rests at the
// origin. A goal is a state too: a spring's damper pulls toward the goal's
// velocity.
type State[V Vector] struct {
	Position V // [u], meters in space
	Velocity V // [u/s]
}

// AtRest returns the state at a position without velocity.
func AtRest[V Vector](position V) State[V] { return State[V]{Position: position} }

// Plus returns the sum of two states, component by component.
func (x State[V]) Plus(y State[V]) State[V] {
	return State[V]{sum(1, x.Position, 1, y.Position), sum(1, x.Velocity, 1, y.Velocity)}
}

// Minus returns the difference of two states, component by component.
func (x State[V]) Minus(y State[V]) State[V] {
	return State[V]{minus(x.Position, y.Position), minus(x.Velocity, y.Velocity)}
}

// byComponent is move for each component of x and goal alone.
func byComponent[V Vector](x, goal State[V], move func(x, goal State[float64]) State[float64]) State[V] {
	switch x := any(&x).(type) {
	case *State[float64]:
		*x = move(*x, *any(&goal).(*State[float64]))
	case *State[mgl64.Vec3]:
		goal := any(&goal).(*State[mgl64.Vec3])
		for axis := range x.Position {
			after := move(
				State[float64]{x.Position[axis], x.Velocity[axis]},
				State[float64]{goal.Position[axis], goal.Velocity[axis]})
			x.Position[axis], x.Velocity[axis] = after.Position, after.Velocity
		}
	}
	return x
}

// sum returns a x + b y.
func sum[V Vector](a float64, x V, b float64, y V) V {
	switch to := any(&x).(type) {
	case *float64:
		*to = a**to + b**any(&y).(*float64)
	case *mgl64.Vec3:
		y := any(&y).(*mgl64.Vec3)
		for axis := range to {
			to[axis] = a*to[axis] + b*y[axis]
		}
	}
	return x
}

func scaled[V Vector](a float64, x V) V {
	return each(x, func(component float64) float64 { return a * component })
}

func minus[V Vector](x, y V) V { return sum(1, x, -1, y) }

// each is f of every component.
func each[V Vector](x V, f func(float64) float64) V {
	switch to := any(&x).(type) {
	case *float64:
		*to = f(*to)
	case *mgl64.Vec3:
		for axis := range to {
			to[axis] = f(to[axis])
		}
	}
	return x
}

// squared is x·x.
func squared[V Vector](x V) float64 {
	switch x := any(&x).(type) {
	case *float64:
		return *x * *x
	case *mgl64.Vec3:
		return x.Dot(*x)
	}
	return math.NaN() // not reached: the constraint has no other type
}

// length returns |x|.
func length[V Vector](x V) float64 { return math.Sqrt(squared(x)) }
