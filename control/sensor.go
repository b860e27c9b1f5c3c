package control

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/random"
)

// Quantity is what a sensor measures.
type Quantity uint8

// The quantities.
const (
	Time            Quantity = iota // [s]
	Length                          // of an actuator: Σ L / Σ L0 of its springs
	LengthRate                      // of an actuator: d/dt of Length [1/s]
	Phase                           // of an actuator, within its cycle, from 0 to 1
	Strain                          // mean (L − L0)/L0 of the springs with both ends in the group, L0 at rest
	Contact                         // share of the masses of the group that are in a contact
	ContactForce                    // Σ of what springs of contacts push on the group along their normals [N]
	Height                          // of the center of mass of the group, along −gravity, over the world's origin [m]
	Position                        // of that center [m], 3 numbers
	Velocity                        // of that center [m/s], 3 numbers
	Orientation                     // of the group against its rest: quaternion w, x, y, z with w >= 0
	AngularVelocity                 // I⁻¹ Σ m r × v of the group [rad/s], 3 numbers
)

// quantityNames are the words of the quantities, in their order.
var quantityNames = []string{"time", "length", "rate", "phase", "strain", "contact", "contact_force", "height", "position", "velocity", "orientation", "angular_velocity"}

// QuantityNames are the words of all quantities.
func QuantityNames() []string { return slices.Clone(quantityNames) }

// QuantityNamed is the quantity of a word; false: there is none.
func QuantityNamed(word string) (Quantity, bool) {
	at := slices.Index(quantityNames, word)
	return Quantity(max(at, 0)), at >= 0
}

// String is the word of the quantity.
func (q Quantity) String() string { return quantityNames[q] }

// OfActuator says whether the quantity is one of an actuator, and not of a group.
func (q Quantity) OfActuator() bool { return q == Length || q == LengthRate || q == Phase }

// Width is how many numbers the quantity has.
func (q Quantity) Width() int {
	switch q {
	case Position, Velocity, AngularVelocity:
		return 3
	case Orientation:
		return 4
	}
	return 1
}

// Sensor measures a quantity at every boundary. The zero value measures time.
type Sensor struct {
	Name     string
	What     Quantity
	Masses   []uint32 // ascending; nil: all masses
	Actuator int      // of quantities of an actuator
	Delay    int      // boundaries by which the measurement is late; before, it is that of boundary 0
	Noise    float64  // standard deviation of Gaussian noise added to each number
	Seed     uint64   // of the noise
}

// probe is a sensor with what it needs of the model.
type probe struct {
	Sensor
	number  uint64 // of the sensor in the spec, so that two of one seed have noise of their own
	springs []int
	rest    float64        // Σ L0
	mass    float64        // Σ m
	center  model.Vec3     // of mass, at rest
	tuning  []model.Tuning // of contacts PerMass; nil: there are none
	past    [][]float64    // the last Delay+1 measurements, the newest last
}

// newProbe finds what a sensor needs.
func newProbe(s Sensor, m *model.Model, params *model.Params) *probe {
	p := &probe{Sensor: s}
	if s.What == ContactForce {
		p.tuning = physics.ContactTuning(m, *params)
	}
	if p.Masses == nil && !s.What.OfActuator() && s.What != Time {
		p.Masses = make([]uint32, m.MassCount())
		for i := range p.Masses {
			p.Masses[i] = uint32(i)
		}
	}
	member := map[uint32]bool{}
	for _, i := range p.Masses {
		member[i] = true
		p.mass += m.MassAt(int(i))
		p.center = p.center.Add(m.RestPosition[i].Mul(m.MassAt(int(i))))
	}
	if p.mass > 0 {
		p.center = p.center.Mul(1 / p.mass)
	}
	for i, ends := range m.Ends {
		mine := s.What == Strain && member[ends[0]] && member[ends[1]] ||
			s.What.OfActuator() && m.ActuatorOf != nil && int(m.ActuatorOf[i]) == s.Actuator+1
		if mine && m.MaterialOf[i] != model.Removed && m.RestLength[i] > 0 {
			p.springs = append(p.springs, i)
			p.rest += m.RestLength[i]
		}
	}
	return p
}

// needs are the masses that the probe looks at.
func (s *probe) needs(m *model.Model) (masses []uint32) {
	for _, i := range s.springs {
		masses = append(masses, m.Ends[i][0], m.Ends[i][1])
	}
	if s.What != Strain {
		masses = append(masses, s.Masses...)
	}
	return masses
}

// measure returns the sensor's numbers at boundary b, of a state and the parameters in use.
func (s *probe) measure(b int64, m *model.Model, p *model.Params, at *model.State, dst []float64) {
	s.now(m, p, at, dst)
	if s.Noise > 0 {
		for k := range dst {
			dst[k] += s.Noise * gauss(s.Seed, s.number, uint64(b), uint64(k))
		}
	}
	var row []float64
	if len(s.past) > s.Delay {
		row = s.past[0]
		s.past = s.past[:copy(s.past, s.past[1:])]
	} else {
		row = make([]float64, len(dst))
	}
	copy(row, dst)
	s.past = append(s.past, row)
	copy(dst, s.past[0])
}

// now measures without noise and delay.
func (s *probe) now(m *model.Model, p *model.Params, at *model.State, dst []float64) {
	switch s.What {
	case Time:
		dst[0] = at.Time
	case Length, LengthRate, Strain:
		dst[0] = s.stretch(m, at)
	case Phase:
		a := p.Actuators[s.Actuator]
		_, dst[0] = math.Modf(a.Frequency*at.Time + a.Phase/(2*math.Pi))
		if dst[0] < 0 {
			dst[0]++
		}
	case Contact, ContactForce:
		dst[0] = s.touch(m, p, at)
	case Height:
		up := model.Vec3{0, 0, 1}
		if g := p.Gravity; g.Len() > 0 {
			up = g.Mul(-1 / g.Len())
		}
		dst[0] = s.centerOf(m, at.Position).Dot(up)
	case Position:
		write(dst, s.centerOf(m, at.Position))
	case Velocity:
		write(dst, s.centerOf(m, at.Velocity))
	case Orientation:
		turn := s.orientation(m, at)
		copy(dst, turn[:])
	case AngularVelocity:
		write(dst, s.spin(m, at))
	}
}

func write(dst []float64, x model.Vec3) { copy(dst, x[:]) }

// stretch is Length, LengthRate or Strain.
func (s *probe) stretch(m *model.Model, at *model.State) float64 {
	sum := 0.0
	for _, i := range s.springs {
		a, b := m.Ends[i][0], m.Ends[i][1]
		d := at.Position[b].Sub(at.Position[a])
		length := d.Len()
		switch s.What {
		case Length:
			sum += length
		case LengthRate:
			if length > 0 {
				sum += at.Velocity[b].Sub(at.Velocity[a]).Dot(d) / length
			}
		default:
			sum += (length - m.RestLength[i]) / m.RestLength[i]
		}
	}
	switch {
	case len(s.springs) == 0:
		return 0
	case s.What == Strain:
		return sum / float64(len(s.springs))
	}
	return sum / s.rest
}

// touch is Contact or ContactForce: of contacts as they are at the state's time. Edges and
// triangles that contacts push are not counted.
func (s *probe) touch(m *model.Model, p *model.Params, at *model.State) float64 {
	contacts, sum := p.ContactsAt(at.Time), 0.0
	for _, i := range s.Masses {
		x, v, touches := at.Position[i], at.Velocity[i], 0
		for k := range contacts {
			if depth, _ := contacts[k].Depth(x); depth > 0 {
				touches++
			}
		}
		if s.What == Contact {
			sum += float64(min(touches, 1))
			continue
		}
		for k := range contacts {
			c := contacts[k]
			if c.PerMass && touches > 0 {
				c = c.At(s.tuning[i], m.MassAt(int(i)), p.DT, touches)
			}
			if depth, normal := c.Depth(x); depth > 0 {
				sum += max(0, c.Stiffness*depth-c.Damping*v.Sub(c.SurfaceVelocity(x, normal, 0)).Dot(normal))
			}
		}
	}
	if s.What == Contact {
		return sum / float64(len(s.Masses))
	}
	return sum
}

// centerOf is Σ m x / Σ m of the group.
func (s *probe) centerOf(m *model.Model, x []model.Vec3) (c model.Vec3) {
	for _, i := range s.Masses {
		c = c.Add(x[i].Mul(m.MassAt(int(i))))
	}
	return c.Mul(1 / s.mass)
}

// gauss is a standard normal number that depends on nothing but its arguments (Box and Muller).
func gauss(seed, sensor, b, k uint64) float64 {
	key := random.Of(random.Of(random.Of(seed)+sensor)+b) + 2*k
	return math.Sqrt(-2*math.Log(1-random.Unit(random.Of(key)))) * math.Cos(2*math.Pi*random.Unit(random.Of(key+1)))
}

// faults says what is wrong with a sensor.
func (s Sensor) faults(m *model.Model, p *model.Params) error {
	switch {
	case int(s.What) >= len(quantityNames):
		return fmt.Errorf("quantity %d is unknown", s.What)
	case s.What.OfActuator() && (s.Actuator < 0 || s.Actuator >= len(p.Actuators)):
		return fmt.Errorf("there is no actuator %d; there are %d", s.Actuator, len(p.Actuators))
	case s.Delay < 0 || s.Delay > mostDelay:
		return fmt.Errorf("delay is %d; give 0 to %d", s.Delay, mostDelay)
	case !(s.Noise >= 0) || math.IsInf(s.Noise, 0):
		return fmt.Errorf("noise is %g; it must not be negative", s.Noise)
	case s.Masses != nil && len(s.Masses) == 0:
		return fmt.Errorf("its group has no masses")
	}
	for i, mass := range s.Masses {
		if int(mass) >= m.MassCount() || i > 0 && mass <= s.Masses[i-1] {
			return fmt.Errorf("mass %d in its list; give masses from 0 to %d once each, in ascending order", mass, m.MassCount()-1)
		}
	}
	if probe := newProbe(s, m, p); (s.What == Strain || s.What == Length || s.What == LengthRate) && len(probe.springs) == 0 {
		return fmt.Errorf("there are no springs whose %v it could measure", s.What)
	} else if m.MassCount() > 0 && !s.What.OfActuator() && s.What != Time && !(probe.mass > 0) {
		return fmt.Errorf("its group weighs nothing")
	}
	return nil
}

// mostDelay bounds what a sensor keeps.
const mostDelay = 1 << 20
