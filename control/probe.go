package control

import (
	"math"
	"slices"

	"hooke/laws"
	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
	"hooke/physics/measure"
)

// probe is a sensor with its data of the model. If states have only the masses that sensors
// read, indices refer to those; else they are mass numbers.
type probe struct {
	Sensor
	model   *model.Model
	number  uint64 // of the sensor in the spec, so that two of one seed have noise of their own
	at      []int  // indices of Masses
	springs []sensedSpring
	rest    float64          // Σ L0
	weights []float64        // m of each of Masses [kg]
	mass    float64          // Σ m
	center  model.Vec3       // of mass, at rest
	tuning  []model.Tuning   // of contacts PerMass; nil: none
	law     *measure.Springs // of Force
	metric  *metric          // nil: it is none
	fault   error            // why the probe is unsupported
	past    [][]float64      // the last Delay+1 measurements, the newest last
}

// sensedSpring is a spring that a sensor reads.
type sensedSpring struct {
	number int
	ends   model.Ends
	at     [2]int // indices of the ends
	rest   float64
}

// newProbe returns the probe of a sensor.
func newProbe(s Sensor, m *model.Model, params *model.Params) *probe {
	p := &probe{Sensor: s, model: m}
	switch s.What {
	case ContactForce:
		p.tuning = physics.ContactTuning(m, *params)
	case Force:
		p.law = measure.Of(m, *params)
	case Metric:
		p.metric, p.fault = newMetric(s.Metric, m, *params)
		p.Masses = nil
	}
	if p.Masses == nil && (s.What.OfGroup() || s.What == Metric) {
		p.Masses = make([]uint32, m.MassCount())
		for i := range p.Masses {
			p.Masses[i] = uint32(i)
		}
	}
	for _, i := range p.Masses {
		p.weights = append(p.weights, m.MassAt(int(i)))
		p.mass += m.MassAt(int(i))
		p.center = p.center.Add(m.RestAt(int(i)).Mul(m.MassAt(int(i))))
	}
	if p.mass > 0 {
		p.center = p.center.Mul(1 / p.mass)
	}
	p.findSprings(m)
	return p
}

// findSprings finds the springs that the sensor reads.
func (s *probe) findSprings(m *model.Model) {
	if s.What != Strain && (!s.What.OfActuator() || m.ActuatorOf == nil) {
		return
	}
	member := map[uint32]bool{}
	for _, i := range s.Masses {
		member[i] = true
	}
	for i := range m.SpringCount() {
		ends, rest, material := m.Spring(i)
		mine := s.What == Strain && member[ends[0]] && member[ends[1]] || s.What != Strain && int(m.ActuatorOf[i]) == s.Actuator+1
		if mine && material != model.Removed && rest > 0 {
			s.springs = append(s.springs, sensedSpring{number: i, ends: ends, rest: rest})
			s.rest += rest
		}
	}
}

// reads returns the masses whose motion the sensor needs.
func (s *probe) reads() (out []uint32) {
	switch s.What {
	case Strain, Length, LengthRate, Force:
		for _, k := range s.springs {
			out = append(out, k.ends[:]...)
		}
		return out
	}
	return s.Masses
}

// aim finds the indices of masses: among those that are read, which ascend, or those of all.
func (s *probe) aim(read []uint32, alone bool) {
	place := func(i uint32) int {
		if !alone {
			return int(i)
		}
		at, _ := slices.BinarySearch(read, i)
		return at
	}
	for k := range s.springs {
		s.springs[k].at = [2]int{place(s.springs[k].ends[0]), place(s.springs[k].ends[1])}
	}
	if s.What == Strain {
		return
	}
	for _, i := range s.Masses {
		s.at = append(s.at, place(i))
	}
}

// due reports whether the sensor measures at boundary b, of a run that begins at another one.
func (s *probe) due(b, begun int64) bool { return s.Every <= 1 || b%int64(s.Every) == 0 || b == begun }

// measure writes the sensor's numbers at a boundary: current ones, or those that it holds.
func (s *probe) measure(of *sight, due bool, dst []float64) {
	switch n := len(s.past); {
	case due:
		s.now(of, dst)
		if s.Noise > 0 {
			for k := range dst {
				dst[k] += s.Noise * gauss(s.Seed, s.number, uint64(of.boundary), uint64(k))
			}
		}
	case n > 0:
		copy(dst, s.past[n-1])
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
func (s *probe) now(of *sight, dst []float64) {
	at, p := of.state, &of.params
	switch s.What {
	case Time:
		dst[0] = at.Time
	case Length, LengthRate, Strain:
		dst[0] = s.stretch(at)
	case Force:
		dst[0] = s.force(of)
	case Metric:
		dst[0] = s.metric.now(at, of.scale)
	case Phase:
		a := p.Actuators[s.Actuator]
		_, dst[0] = math.Modf(a.Frequency*at.Time + a.Phase/(2*math.Pi))
		if dst[0] < 0 {
			dst[0]++
		}
	case Contact, ContactForce, ContactAny, ContactCount:
		dst[0] = s.touch(p, at)
	case Height:
		up := model.Vec3{0, 0, 1}
		if g := p.Gravity; g.Len() > 0 {
			up = g.Mul(-1 / g.Len())
		}
		dst[0] = s.centerOf(at.Position).Dot(up)
	case Position:
		write(dst, s.centerOf(at.Position))
	case Velocity:
		write(dst, s.inFrame(at, s.centerOf(at.Velocity)))
	case Orientation:
		turn := s.orientation(at)
		copy(dst, turn[:])
	case AngularVelocity:
		write(dst, s.inFrame(at, s.spin(at)))
	}
}

func write(dst []float64, x model.Vec3) { copy(dst, x[:]) }

// stretch returns Length, LengthRate or Strain.
func (s *probe) stretch(at *model.State) float64 {
	sum := 0.0
	for _, k := range s.springs {
		a, b := k.at[0], k.at[1]
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
			sum += (length - k.rest) / k.rest
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

// force returns the mean pull of the springs of an actuator, dampers included [N].
func (s *probe) force(of *sight) (sum float64) {
	for _, k := range s.springs {
		a, b := k.at[0], k.at[1]
		x, v := of.state.Position, of.state.Velocity
		sum += s.law.Between(k.number, [2]model.Vec3{x[a], x[b]}, [2]model.Vec3{v[a], v[b]}, of.scale).Force
	}
	return sum / float64(max(1, len(s.springs)))
}

// touch returns the contact of the group, with contacts as they are at the state's time.
// Edges and triangles that contacts push do not count.
func (s *probe) touch(p *model.Params, at *model.State) float64 {
	contacts, sum := p.ContactsAt(at.Time), 0.0
	for n, i := range s.Masses {
		x, v, touches := at.Position[s.at[n]], at.Velocity[s.at[n]], 0
		for k := range contacts {
			if depth, _ := contacts[k].Depth(x); depth > 0 {
				touches++
			}
		}
		if s.What != ContactForce {
			sum += float64(min(touches, 1))
			continue
		}
		for k := range contacts {
			c := contacts[k]
			if c.PerMass && touches > 0 {
				c = c.At(s.tuning[i], s.model.MassAt(int(i)), p.DT, touches)
			}
			if depth, normal := c.Depth(x); depth > 0 {
				sum += laws.PushOf(c.StiffnessAt(normal), c.Damping, depth, v.Sub(c.SurfaceVelocity(x, normal, 0)).Dot(normal))
			}
		}
	}
	switch s.What {
	case Contact:
		return sum / float64(len(s.Masses))
	case ContactAny:
		return min(sum, 1)
	}
	return sum
}

// centerOf returns Σ m x / Σ m of the group.
func (s *probe) centerOf(of []model.Vec3) model.Vec3 {
	x, y, z := 0., 0., 0.
	for k, i := range s.at {
		mass, at := s.weights[k], &of[i]
		x, y, z = x+float64(at[0]*mass), y+float64(at[1]*mass), z+float64(at[2]*mass)
	}
	return model.Vec3{x, y, z}.Mul(1 / s.mass)
}

// gauss returns a standard normal number that depends on nothing but its arguments (Box and Muller).
func gauss(seed, sensor, b, k uint64) float64 {
	key := random.Of(random.Of(random.Of(seed)+sensor)+b) + 2*k
	return math.Sqrt(-2*math.Log(1-random.Unit(random.Of(key)))) * math.Cos(2*math.Pi*random.Unit(random.Of(key+1)))
}

// kept are numbers that the sensor adds up, for a checkpoint.
func (s *probe) kept() []float64 {
	if s.metric == nil {
		return nil
	}
	return s.metric.meter.Numbers()
}

// keep takes them up; false: they do not fit.
func (s *probe) keep(numbers []float64) bool {
	if s.metric == nil {
		return len(numbers) == 0
	}
	return s.metric.meter.SetNumbers(numbers)
}
