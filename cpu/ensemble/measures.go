package ensemble

import (
	"fmt"
	"math"
	"slices"

	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// measures are the measurements of all members of a kind.
type measures struct {
	options metrics.Options
	plan    *metrics.Plan // of the kind
	every   int64
	weights []float32  // of each mass that moves [kg]
	body    []uint32   // of each mass that moves, whether its clearance counts
	groups  [][]uint32 // masses of the groups of the options that move
	springs []measured
	driven  int // how many of these a muscle drives
}

// newMeasures judges the options for the kind of a table, and adds laws to it where springs are measured
// that exert no force.
func newMeasures(t *table, o metrics.Options) (*measures, error) {
	m := t.kind.Model
	plan, err := metrics.New(m, t.kind.Params, o)
	if err != nil {
		return nil, err
	}
	out := &measures{options: o, plan: plan, every: plan.Every()}
	body, all := m.Group(o.Body)
	all = !all
	for i := range t.masses {
		number := t.masses[i].number
		out.weights = append(out.weights, float32(m.Mass[number]))
		counts := uint32(0)
		if _, in := slices.BinarySearch(body.Masses, number); in || all {
			counts = 1
		}
		out.body = append(out.body, counts)
	}
	for _, name := range o.Groups {
		group, _ := m.Group(name)
		out.groups = append(out.groups, slices.DeleteFunc(slices.Clone(group.Masses), func(i uint32) bool { return m.PinOf(int(i)) == model.PinAll }))
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		law := t.lawOf(s)
		of := measured{a: ends[0] * massSize, b: ends[1] * massSize, law: law, change: law / lawSize * changeSize, rest: float32(m.RestLength[s])}
		if m.RestLength[s] > 0 {
			of.perRest = float32(1 / m.RestLength[s])
		}
		of.stiffness = float32(t.ownOf(s).Stiffness)
		if t.laws[law/lawSize].Actuator > 0 {
			of.driven = 1
			out.driven++
		}
		out.springs = append(out.springs, of)
	}
	return out, nil
}

// followed holds the measurements of a member.
type followed struct {
	metrics.Sums
	mass  float64    // of free masses [kg]
	up    model.Vec3 // against gravity
	angle float64    // of the latest sample, not unwrapped [rad]
	seen  bool       // whether there was a sample
}

// stand takes the direction against gravity from the parameters of the member.
func (l *followed) stand(p model.Params) {
	l.up, l.mass = model.Vec3{0, 0, 1}, 0
	if size := p.Gravity.Len(); size > 0 {
		l.up = p.Gravity.Mul(-1 / size)
	}
}

// highNumbers returns the rows of a plane over which heights are: z0, sx and sy of z = z0 − sx x − sy y; and whether it is one.
func highNumbers(c model.Contact) (numbers [highRows]float64, counts bool) {
	plane, is := c.Shape.(model.Plane)
	if n := plane.UnitNormal(); is && !c.Inside && n[2] >= physics.LevelPlane {
		return [highRows]float64{plane.Offset / n[2], n[0] / n[2], n[1] / n[2]}, true
	}
	return [highRows]float64{math.Inf(-1), 0, 0}, false
}

// sampled is a sample of a member.
type sampled struct {
	center            model.Vec3 // of mass [m]
	sine, cosine      float64    // of the angle turned since the start, times the same number
	work, positive    float64    // of muscles since the last sample, and its positive part [J]
	clearance, height float64    // of the lowest mass and of the center of mass over the ground [m]
	strain            float64
}

// take adds a sample to the earlier ones; see metrics.Meter.
func (l *followed) take(s sampled, first bool) {
	l.Samples++
	last := l.Center
	l.Center = s.center
	if first {
		l.Begin = l.Center
	} else {
		way := l.Center.Sub(last)
		l.Path += way.Sub(l.up.Mul(way.Dot(l.up))).Len()
		if s.sine != 0 || s.cosine != 0 {
			angle := math.Atan2(s.sine, s.cosine)
			l.Yaw += math.Remainder(angle-l.angle, 2*math.Pi)
			l.angle = angle
		}
		l.Work += s.work
		l.WorkPositive += s.positive
	}
	l.Height += s.height
	l.LeastHeight, l.Clearance = min(l.LeastHeight, s.height), min(l.Clearance, s.clearance)
	l.Strain = max(l.Strain, s.strain)
}

// Metrics waits and writes the metrics of each member.
func (e *Engine) Metrics(dst *metrics.Table) error {
	columns, err := ensemble.Columns(e.kinds, e.metrics)
	if err != nil {
		return err
	}
	dst.Columns, dst.Rows = columns, make([]metrics.Row, len(e.members))
	for _, p := range e.parts {
		if err := p.rows(dst.Rows); err != nil {
			return fmt.Errorf("ensemble: %w", err)
		}
	}
	return e.lone.Rows(dst.Rows)
}

// pull takes in the work of muscles up to the state at hand, as metrics.Meter.Muscles does, of some lanes.
func (m *meter) pull(k *pack, code *kernel, which uint16) {
	if which == 0 || m.stretchCall.count == 0 {
		return
	}
	phases := slices.Clone(k.phases)
	k.drive(code)
	copy(k.phases, phases)
	m.stretch(k, which)
	for at := range k.members {
		if which>>at&1 != 0 {
			m.lane[at].Work += m.worked[at]
			m.lane[at].WorkPositive += m.worked[lanes+at]
		}
	}
}

// stretch evaluates the measured springs, and keeps lengths and rest lengths of some lanes.
func (m *meter) stretch(k *pack, kept uint16) {
	for at := range lanes {
		m.keeps[at] = float32(kept >> at & 1)
	}
	for i := range k.table.laws {
		for at := range lanes {
			m.changes[i*changeSize+rowPerRest*lanes+at] = 1 / k.laws[i*lawSize+rowRest*lanes+at]
		}
	}
	clear(m.worked)
	if m.stretchCall.count > 0 {
		m.code.stretch(&m.stretchCall)
	}
	for i := range k.table.laws {
		for at := range lanes {
			if kept>>at&1 != 0 {
				m.changes[i*changeSize+rowBefore*lanes+at] = k.laws[i*lawSize+rowRest*lanes+at]
			}
		}
	}
}

// rescale takes a rest length of a law that values have set: that is no work of a muscle.
func (m *meter) rescale(law, at int, was, is float32) {
	if was > 0 {
		m.changes[law*changeSize+rowBefore*lanes+at] *= is / was
	}
}
