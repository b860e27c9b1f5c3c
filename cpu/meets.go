package cpu

import (
	"reflect"

	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/physics/meet"
)

// meeting holds the springs and triangles that collide. Threads find the touches of a state part by part;
// then one adds up the forces of each on masses, in their order, so that results do not depend on threads.
type meeting struct {
	*meet.Set              // nil: masses alone collide, or nothing
	parts     int          // of the lists of the state
	sum       []model.Vec3 // force [N], or impulse of friction [N·s], on every mass; nil without a set
	count     []int32      // touches with friction of every mass; likewise
}

// meetsOf returns the parts that collide in the parameters in use. They are the previous ones while the
// law stays the same, with the sides that they remember.
func (e *engine[T]) meetsOf(before model.Params) meeting {
	if s := e.spans; s != nil && s.Set != nil && reflect.DeepEqual(e.run.params.Collision, before.Collision) {
		s.Set.Weigh(e.model)
		return s.meeting
	}
	m := meeting{Set: meet.New(e.model, e.run.params)}
	if m.Set != nil {
		m.sum, m.count = make([]model.Vec3, e.model.MassCount()), make([]int32, e.model.MassCount())
	}
	return m
}

// prepare makes lists of a state for the first work with it. Friction has those of its counts.
func (m *meeting) prepare(work spanWork, position []model.Vec3) {
	if m.parts = 0; m.Set != nil && work != spanFriction {
		m.parts = m.Begin(position)
	}
}

// gather sums over masses the forces of touches on the first of their two parts, and the opposite on the
// second.
func (m *meeting) gather(of func(t *meet.Touch) model.Vec3) {
	clear(m.sum)
	m.Touches(func(t *meet.Touch) {
		f := of(t)
		for k, i := range t.Masses {
			m.sum[i] = m.sum[i].Add(f.Mul(t.Share[k]))
		}
	})
}

// countTouches counts the touches with friction of every mass.
func (m *meeting) countTouches(velocity []model.Vec3) {
	clear(m.count)
	m.Touches(func(t *meet.Touch) {
		if t.Static > 0 && t.Push(velocity) > 0 {
			for _, i := range t.Masses {
				m.count[i]++
			}
		}
	})
}

// frictionOf returns the impulse of friction on the first part of a touch [N·s].
func (s *spans[T]) frictionOf(t *meet.Touch, dt float64) model.Vec3 {
	most := int32(1)
	for _, i := range t.Masses {
		most = max(most, s.touchesAt(int(i)))
	}
	return t.Friction(s.state.Velocity, t.Push(s.state.Velocity), dt, int(most))
}

// meets returns the parts that collide; nil: none.
func (e *engine[T]) meets() *meet.Set {
	if e.spans == nil {
		return nil
	}
	return e.spans.Set
}

// meetEnergy returns ½ kc δ² of all parts that touch in the current state [J].
func (e *engine[T]) meetEnergy() float64 {
	if e.meets() == nil {
		return 0
	}
	e.widen(e.spans.state.Position, e.buffers.now().Position, kernels.ArrayX)
	return e.meets().Energy(e.spans.state.Position)
}
