package bench

import (
	"fmt"
	"math"
	"strings"

	"hooke/mesh/build"
	"hooke/model"
)

// burden is an addition to the springs of a run, to measure its cost: a case with it beside
// the one without.
type burden struct {
	name       string
	integrator model.Integrator // where the burden is another integrator
	add        func(c *Case) error
}

func burdens() []burden {
	return []burden{
		{"verlet", model.VelocityVerlet, nil},
		{"rk4", model.RK4, nil},
		{"muscles", 0, addMuscles},
		{"loads", 0, addLoads},
		{"drag", 0, func(c *Case) error {
			c.Params.QuadraticDrag = burdenShare * c.Model.Mass[0] // over a way of some meters
			return nil
		}},
		{"wind", 0, addWind},
		{"catches", 0, addCatches},
	}
}

// Burdens returns the names of additions to springs: another integrator, muscles in all
// springs, a varying force with a motor on all masses, quadratic drag, wind, a contact with
// continuous collision.
func Burdens() (names []string) {
	for _, b := range burdens() {
		names = append(names, b.name)
	}
	return names
}

// burdenShare is the relative size of burdens: small, so that a case hardly changes.
const burdenShare = 0.01

// NewBurdenedCase returns NewCase with one of Burdens, whose name follows that of the scene.
func NewBurdenedCase(name string, springs int64, integrator model.Integrator, with string, settings ...string) (*Case, error) {
	for _, b := range burdens() {
		if b.name != with {
			continue
		}
		if b.add == nil {
			integrator = b.integrator
		}
		c, err := NewCase(name, springs, integrator, settings...)
		if err == nil && b.add != nil {
			err = b.add(c)
		}
		if err != nil {
			return nil, err
		}
		c.Scene += "+" + with
		c.Title += ", with " + with
		return c, nil
	}
	return nil, fmt.Errorf("bench: %q is unknown; known are %s", with, strings.Join(Burdens(), ", "))
}

// addMuscles gives every spring one of four actuators, a quarter of the springs each, which turn
// once in two hundred steps.
func addMuscles(c *Case) error {
	const kinds = 4
	m, quarter := c.Model, c.Model.SpringCount()/kinds+1
	m.ActuatorOf = make([]uint16, m.SpringCount())
	c.Params.Actuators = nil
	for k := range kinds {
		c.Params.Actuators = append(c.Params.Actuators, model.Actuator{Amplitude: burdenShare, Frequency: 1 / (200 * c.Params.DT), Phase: float64(k)})
	}
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(1 + s/quarter)
	}
	return nil
}

// addLoads adds a force that grows and a motor, on all masses.
func addLoads(c *Case) error {
	mass := c.Model.Mass[0]
	grows := model.Curve{At: []float64{0, 1}, Value: []float64{0.5, 1}}
	c.Params.Forces = append(c.Params.Forces, model.Force{Force: model.Vec3{burdenShare * mass * 9.81, 0, 0}, Table: grows})
	c.Params.Motors = append(c.Params.Motors, model.Motor{Axis: model.Vec3{0, 0, 1}, Speed: burdenShare, Damping: burdenShare * mass / c.Params.DT / 100, Limit: mass})
	return nil
}

// addCatches puts a soft ball about the middle mass, which looks at the way of each mass in each
// step, since it could be crossed.
func addCatches(c *Case) error {
	stiffness := c.Model.Materials[len(c.Model.Materials)-1].Stiffness
	if stiffness == 0 {
		return fmt.Errorf("bench: %s has no stiffness of which a ball could have a share", c.Scene)
	}
	_, length, _ := c.Model.Spring(0)
	ball := model.Sphere{Center: c.Model.RestAt(c.Model.MassCount() / 2), Radius: 1.5 * length}
	c.Params.Contacts = append(c.Params.Contacts, model.Contact{Shape: ball, Stiffness: burdenShare * stiffness})
	return nil
}

// addWind lets wind blow on the triangles of a case; cubic lattices get those of their faces.
func addWind(c *Case) error {
	side := int(math.Round(math.Cbrt(float64(c.Model.MassCount()))))
	if scene := c.Scene; len(c.Model.Triangles) == 0 && (scene == "canon" || scene == "lattice" || scene == "canon-1.5m") && side*side*side == c.Model.MassCount() {
		c.Model.Triangles = build.Hull(side, side, side)
	}
	if len(c.Model.Triangles) == 0 {
		return fmt.Errorf("bench: %s has no triangles for wind to blow on; cloth, canon and lattice have", c.Scene)
	}
	c.Params.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1, Lift: 0.5}
	return nil
}
