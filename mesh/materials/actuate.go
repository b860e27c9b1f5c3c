package materials

import (
	"fmt"

	"hooke/model"
)

// ActuateBox gives every spring of m whose ends both rest in the box from lo to hi [m],
// its faces included, to actuator number actuator, counted from 0 as in Params.Actuators.
// The region then swells and shrinks as a volume. A spring has one actuator: the last one
// that took it. ActuateBox returns how many springs it took; none is an error, since it
// means a mistake in the box.
func ActuateBox(m *model.Model, lo, hi model.Vec3, actuator int) (springs int, err error) {
	springs, err = actuate(m, actuator, func(i uint32) bool { return inBox(m.RestPosition[i], lo, hi) })
	if err != nil {
		return 0, fmt.Errorf("mesh: actuate the box from %v to %v m: %w", lo, hi, err)
	}
	return springs, nil
}

// ActuateGroup returns ActuateBox for the springs whose ends are both in a group.
func ActuateGroup(m *model.Model, group string, actuator int) (springs int, err error) {
	g, ok := m.Group(group)
	if !ok {
		return 0, fmt.Errorf("mesh: actuate group %q: model %q has no such group", group, m.Name)
	}
	member := make([]bool, m.MassCount())
	for _, i := range g.Masses {
		member[i] = true
	}
	springs, err = actuate(m, actuator, func(i uint32) bool { return member[i] })
	if err != nil {
		return 0, fmt.Errorf("mesh: actuate group %q: %w", group, err)
	}
	return springs, nil
}

// ActuateMembers returns ActuateBox for the springs whose ends are both members; member has an
// entry for every mass.
func ActuateMembers(m *model.Model, member []bool, actuator int) (springs int, err error) {
	if len(member) != m.MassCount() {
		return 0, fmt.Errorf("mesh: actuate: %d members for %d masses", len(member), m.MassCount())
	}
	springs, err = actuate(m, actuator, func(i uint32) bool { return member[i] })
	if err != nil {
		return 0, fmt.Errorf("mesh: actuate: %w", err)
	}
	return springs, nil
}

// actuate gives springs of m, a model that is still being made, to an actuator.
func actuate(m *model.Model, actuator int, inside func(mass uint32) bool) (springs int, err error) {
	if actuator < 0 || actuator > MaxActuator {
		return 0, fmt.Errorf("actuator %d; they are numbered 0 to %d", actuator, MaxActuator)
	}
	if m.ActuatorOf == nil {
		m.ActuatorOf = make([]uint16, m.SpringCount())
	}
	for s, ends := range m.Ends {
		if inside(ends[0]) && inside(ends[1]) {
			m.ActuatorOf[s] = uint16(actuator + 1)
			springs++
		}
	}
	if springs == 0 {
		return 0, fmt.Errorf("no spring has both ends in it")
	}
	return springs, nil
}

// MaxActuator is the largest index that Model.ActuatorOf, which counts from 1
// in 16 bits, can hold.
const MaxActuator = 1<<16 - 2

func inBox(p, lo, hi model.Vec3) bool {
	for axis := range 3 {
		if p[axis] < lo[axis] || p[axis] > hi[axis] {
			return false
		}
	}
	return true
}
