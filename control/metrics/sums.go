package metrics

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Sums are the sums of a run. The zero value is that of a run before its first sample.
type Sums struct {
	Step int64   // of the latest sample
	Time float64 // of the latest sample [s]

	Since       float64    // time of the first sample that counts, t_0 [s]
	Samples     int64      // that count
	Begin       model.Vec3 // center of mass at t_0 [m]
	Center      model.Vec3 // at the latest sample [m]
	Length      float64    // longest side of the box of the masses at t_0 [m]
	Path        float64    // [m]
	Yaw         float64    // unwrapped [rad]
	Height      float64    // sum over the samples [m]
	LeastHeight float64    // [m]
	Clearance   float64    // [m]

	Work, WorkPositive float64 // of actuators [J]
	Strain             float64 // largest, by size

	Steps  int64      // judged for contact
	Groups []GroupSum // all masses that move, then the groups of the options
}

// GroupSum is the sum over the contacts of a group.
type GroupSum struct {
	Steps int64   // at whose start a mass of it is in a contact
	Slip  float64 // Σ |v_t| dt over steps and masses [m]
}

// Meter follows one run. It is for one goroutine.
type Meter struct {
	Sums
	plan      *Plan
	reference []model.Vec3 // r_0 of the moving masses [m]
	angle     float64      // of the latest sample, not unwrapped [rad]
	scale     []float64    // L0(t)/L0 of each actuator's springs at the latest sample
	lengths   []float64    // of the springs that actuators drive, at the latest sample that counts [m]
	seen      bool         // whether there was a sample
	touching  []touch      // of each mass, of the step that is judged
	surfaces  []surface    // scratch of Touch
}

// Meter begins to follow a run.
func (p *Plan) Meter() *Meter {
	return &Meter{plan: p, Sums: Sums{Groups: make([]GroupSum, len(p.groups))}, touching: make([]touch, p.model.MassCount())}
}

// Clone returns an independent copy of the meter: its samples do not change the original.
func (m *Meter) Clone() *Meter {
	out := *m
	out.lengths, out.Groups, out.touching, out.surfaces = slices.Clone(m.lengths), slices.Clone(m.Groups), slices.Clone(m.touching), nil
	return &out
}

// Adopt continues with another plan, of the same masses, springs, groups and options: that of
// a run whose values have changed, such as stiffness, masses and rest lengths. The change of
// energies by changes of values is no work.
func (m *Meter) Adopt(p *Plan) { m.plan = p }

// Sample takes in the state at a step: the first one, each whose number is a multiple of Every,
// and the last one. restScale is L0(t)/L0 of each actuator's springs then, as physics.Signals
// has it. A second sample at one step counts for nothing.
func (m *Meter) Sample(s *model.State, restScale []float64) {
	if m.seen && s.Step == m.Step {
		return
	}
	before := m.scale
	m.scale = append([]float64(nil), restScale...)
	m.seen, m.Step, m.Time = true, s.Step, s.Time
	if !m.counts(s.Time) {
		return
	}
	first := m.Samples == 0
	m.Samples++
	last := m.Center
	m.Center = m.plan.center(s)
	if first {
		m.begin(s)
	} else {
		m.Path += across(m.Center.Sub(last), m.plan.up).Len()
		m.turn(s)
	}
	m.rise(s)
	m.stretch(s, before, first)
}

// Muscles takes in the work of actuators up to a state that need be no sample. It is called before and after rest lengths jump at a
// state, as inputs of a controlled run make them, so that each jump does its work at the lengths that there are then.
func (m *Meter) Muscles(s *model.State, restScale []float64) {
	if m.Samples == 0 {
		return
	}
	before := m.scale
	m.scale = append([]float64(nil), restScale...)
	m.pull(s, before, false)
}

// counts reports whether the time t [s] is at or after the end of settling. Times are products of
// whole steps, so that a comparison may miss by rounding.
func (m *Meter) counts(t float64) bool { return t >= m.plan.options.Settle*(1-1e-9) }

// begin takes the first sample that counts.
func (m *Meter) begin(s *model.State) {
	p := m.plan
	m.Since, m.Begin = s.Time, m.Center
	m.LeastHeight, m.Clearance = math.Inf(1), math.Inf(1)
	m.reference = make([]model.Vec3, len(p.moving))
	var lo, hi model.Vec3
	for k, i := range p.moving {
		x := s.Position[i]
		m.reference[k] = x.Sub(m.Center)
		for axis := range 3 {
			if k == 0 || x[axis] < lo[axis] {
				lo[axis] = x[axis]
			}
			if k == 0 || x[axis] > hi[axis] {
				hi[axis] = x[axis]
			}
		}
	}
	size := hi.Sub(lo)
	m.Length = max(size[0], size[1], size[2])
}

// center returns the center of mass of a state [m].
func (p *Plan) center(s *model.State) model.Vec3 {
	var moment model.Vec3
	for _, i := range p.moving {
		moment = moment.Add(s.Position[i].Mul(p.model.Mass[i]))
	}
	if p.mass == 0 {
		return moment
	}
	return moment.Mul(1 / p.mass)
}

// turn adds to the yaw.
func (m *Meter) turn(s *model.State) {
	p := m.plan
	sine, cosine := 0.0, 0.0
	for k, i := range p.moving {
		from, r := m.reference[k], s.Position[i].Sub(m.Center)
		sine += p.model.Mass[i] * p.up.Dot(from.Cross(r))
		cosine += p.model.Mass[i] * across(from, p.up).Dot(across(r, p.up))
	}
	if sine == 0 && cosine == 0 {
		return
	}
	angle := math.Atan2(sine, cosine)
	m.Yaw += math.Remainder(angle-m.angle, 2*math.Pi)
	m.angle = angle
}

// rise takes in heights over the ground.
func (m *Meter) rise(s *model.State) {
	p := m.plan
	height := physics.Clearance(m.Center, p.params.Contacts, s.Time)
	m.Height += height
	m.LeastHeight = min(m.LeastHeight, height)
	for _, i := range p.body {
		m.Clearance = min(m.Clearance, physics.Clearance(s.Position[i], p.params.Contacts, s.Time))
	}
}

// stretch takes in strains, and the work of actuators.
func (m *Meter) stretch(s *model.State, before []float64, first bool) {
	p := m.plan
	for i, ends := range p.model.Ends {
		material := p.model.MaterialOf[i]
		if material == model.Removed {
			continue
		}
		rest, holds := p.restLength(s, i)
		if !holds {
			continue
		}
		rest *= scaleOf(p.model, m.scale, i)
		length := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()
		if rest > 0 && !(p.model.Materials[material].TensionOnly && length <= rest) {
			m.Strain = max(m.Strain, math.Abs(length-rest)/rest)
		}
	}
	m.pull(s, before, first)
}

// pull adds the work of actuators since lengths and rest lengths were stored, and stores the present ones.
func (m *Meter) pull(s *model.State, before []float64, first bool) {
	p := m.plan
	if p.springs == nil {
		return
	}
	if first {
		m.lengths = make([]float64, len(p.actuated))
	}
	for k, i := range p.actuated {
		ends := p.model.Ends[i]
		length := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()
		if law, holds := p.springs.Changed(s.Changes, int(i), m.scale); !first && holds {
			rest, _ := p.restLength(s, int(i))
			was, is, work := rest*scaleOf(p.model, before, int(i)), rest*scaleOf(p.model, m.scale, int(i)), 0.
			for _, l := range [2]float64{m.lengths[k], length} {
				work += (law.Stored(l-is) - law.Stored(l-was)) / 2
			}
			m.Work += work
			m.WorkPositive += max(0, work)
		}
		m.lengths[k] = length
	}
}

// restLength returns the rest length of spring i as it has yielded and crept, without actuators [m]. It returns false for a
// spring that is torn.
func (p *Plan) restLength(s *model.State, i int) (rest float64, holds bool) {
	if len(s.Changes) == 0 || !p.model.Materials[p.model.MaterialOf[i]].Inelastic.Changes() {
		return p.model.RestLength[i], true
	}
	return s.Changes[i].RestLength, !s.Changes[i].Torn()
}

// scaleOf returns L0(t)/L0 of spring i.
func scaleOf(m *model.Model, scale []float64, i int) float64 {
	if m.ActuatorOf == nil || m.ActuatorOf[i] == 0 || len(scale) == 0 {
		return 1
	}
	return scale[m.ActuatorOf[i]-1]
}
