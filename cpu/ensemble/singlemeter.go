package ensemble

import (
	"math"
	"slices"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
)

// singleMeter measures a member that is stepped by itself, with the kernels that measure a pack where these see masses. Sums go
// in the order of the model, so that they have the bits that they have in a pack.
type singleMeter struct {
	*measures
	code *kernel
	followed
	counting bool // whether steps count

	near, frames, planes, base, clearance, strain, scales, weights, moments, work, rests []float32
	slip                                                                                 []float64
	gauges                                                                               []gauge
	groups                                                                               [][]uint32 // slots
	touched                                                                              []int64    // steps in which anything, and each group, was in a contact
	places                                                                               placeCall
	strains                                                                              strainCall
}

// newSingleMeter allocates the meter of a member.
func newSingleMeter(k *single, code *kernel) *singleMeter {
	n, planes := max(1, len(k.list)), max(1, len(k.kind.Params.Contacts))
	m := &singleMeter{measures: k.measure, code: code, near: vectors(3 * lanes), frames: vectors(n * frameSize), planes: vectors(planes * highSize), base: vectors(lanes),
		clearance: vectors(lanes), strain: vectors(lanes), scales: vectors(n * lanes), weights: slices.Repeat([]float32{1}, n), moments: vectors(n * momentSize),
		work: vectors(max(1, len(k.sampled)*width)), rests: make([]float32, len(k.laws)), slip: make([]float64, n*lanes), gauges: make([]gauge, len(k.sampled)), touched: make([]int64, 1+len(k.measure.groups))}
	if len(k.list) > 0 {
		m.places = placeCall{masses: &k.masses[0], list: &k.list[0], count: int64(len(k.list)), weights: &m.weights[0], scales: &m.scales[0], near: &m.near[0], frames: &m.frames[0],
			planes: &m.planes[0], high: int64(len(k.kind.Params.Contacts)), base: &m.base[0], body: &k.body[0], moments: &m.moments[0], clearance: &m.clearance[0]}
	}
	for i := range k.moves {
		k.moves[i].slip = &m.slip[0]
	}
	if len(k.sampled) > 0 {
		m.strains = strainCall{groups: &k.sampled[0], gauges: &m.gauges[0], lengths: &k.lengths[0], laws: &k.lawTables[0], count: int64(len(k.sampled)), most: &m.strain[0], work: &m.work[0]}
	}
	for _, masses := range m.measures.groups {
		var slots []uint32
		for _, i := range masses {
			slots = append(slots, k.slot[i])
		}
		m.groups = append(m.groups, slots)
	}
	return m
}

// write takes the values of the member.
func (m *singleMeter) write(k *single, laws [][lawRows]float32) {
	m.stand(k.params)
	for i := range k.table.masses {
		of := &k.table.masses[i]
		scale := float32(1 / float64(k.scaled[of.scale/lanes]))
		m.mass += k.kind.Model.Mass[of.number] * float64(scale)
		m.scales[k.slot[of.number]] = m.measures.weights[i] * scale
	}
	ground := 0.
	for i, c := range k.params.Contacts {
		high, counts := highNumbers(c)
		if counts {
			ground = math.Inf(-1)
		}
		for which, x := range high {
			for at := range lanes {
				put(m.planes, i*highSize, which, at, x)
			}
		}
	}
	for at := range lanes {
		put(m.base, 0, 0, at, ground)
	}
	for i := range k.shape.springs {
		s, g, at := &k.shape.springs[i], &m.gauges[i/width], i%width
		law := &laws[s.law]
		if rest := k.kind.Model.RestLength[s.number]; rest > 0 {
			g.perRest[at] = float32(1 / rest)
		}
		if k.laws[s.law].Actuator > 0 {
			g.driven[at] = law[rowStiffness] + float32(s.own.Stiffness)
		}
		g.slack[at], g.floor[at] = law[rowSlack], law[rowFloor]
		if was := m.rests[s.law]; was > 0 {
			g.before[at] *= law[rowRest] / was // that values set it is no work of a muscle
		}
	}
	for i := range laws {
		m.rests[i] = laws[i][rowRest]
	}
}

// forget begins anew.
func (m *singleMeter) forget() {
	m.Sums, m.angle, m.seen, m.counting = metrics.Sums{}, 0, false, false
}

// step takes a sample of the state at hand if one is due, and lets the step count if it is to.
func (m *singleMeter) step(k *single) {
	step := k.base + k.clock
	if !m.seen || step%m.every == 0 {
		m.sample(k)
	}
	if !m.counting && m.counts(k.timeAt(step, k.kind.Params.DT)) {
		m.counting, m.Steps = true, 0
		clear(m.touched)
		clear(m.slip)
	}
}

// sample takes in the state at hand, with the muscles at its time and the lengths of springs.
func (m *singleMeter) sample(k *single) {
	m.Step = k.step(k.clock)
	m.Time, m.seen = k.timeAt(m.Step, k.kind.Params.DT), true
	first := m.Samples == 0 && m.counts(m.Time)
	if first {
		m.begin(k)
	}
	for axis, x := range m.Center {
		for at := range lanes {
			put(m.near, 0, axis, at, x)
		}
	}
	for i := range m.clearance {
		m.clearance[i] = float32(math.Inf(1))
	}
	if m.places.count > 0 {
		m.code.moments(&m.places)
	}
	if m.strains.count > 0 {
		m.code.strains(&m.strains)
	}
	if m.counts(m.Time) {
		m.take(m.taken(k), first)
	}
}

// pull takes in the work of muscles up to the state at hand, as metrics.Meter.Muscles does, if it is to.
func (m *singleMeter) pull(k *single, code *kernel, due bool) {
	if !due || m.strains.count == 0 {
		return
	}
	phases := slices.Clone(k.phases)
	k.drive(code)
	copy(k.phases, phases)
	k.pull(code)
	k.calm()
	code.strains(&m.strains)
	work, positive := m.worked(k)
	m.Work += work
	m.WorkPositive += positive
}

// worked returns the work of muscles on their springs, as the kernel reports it, and its
// positive part [J].
func (m *singleMeter) worked(k *single) (work, positive float64) {
	for _, i := range k.muscled {
		work += float64(m.work[i])
		positive += float64(max(m.work[i], 0))
	}
	return work, positive
}

// taken returns the sample at hand.
func (m *singleMeter) taken(k *single) sampled {
	var sums [5]float64
	for i := range k.table.masses {
		slot := int(k.slot[k.table.masses[i].number])
		from := m.moments[slot/lanes*momentSize+slot%lanes:]
		for which := range sums {
			sums[which] += float64(from[which*lanes])
		}
	}
	s := sampled{center: m.Center, sine: sums[3], cosine: sums[4], clearance: float64(slices.Min(m.clearance)), strain: float64(slices.Max(m.strain[:width]))}
	s.work, s.positive = m.worked(k)
	for axis := range 3 {
		if m.mass > 0 {
			s.center[axis] = float64(m.near[axis*lanes]) + sums[axis]/m.mass
		}
	}
	s.height = physics.Clearance(s.center, k.params.Contacts, m.Time)
	return s
}

// begin takes the first sample that counts: where masses are from their center of mass.
func (m *singleMeter) begin(k *single) {
	look := k.look(k.step(k.clock))
	m.Center, m.Since = look.Center, look.Time
	m.LeastHeight, m.Clearance = math.Inf(1), math.Inf(1)
	lo, hi := model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := range k.table.masses {
		number := int(k.table.masses[i].number)
		slot := int(k.slot[number])
		var x model.Vec3
		for axis := range 3 {
			x[axis] = float64(k.value(number, rowX+axis))
			lo[axis], hi[axis] = min(lo[axis], x[axis]), max(hi[axis], x[axis])
		}
		r := x.Sub(m.Center)
		turned, flat := m.up.Cross(r), r.Sub(m.up.Mul(r.Dot(m.up)))
		for axis := range 3 {
			put(m.frames, slot/lanes*frameSize, axis, slot%lanes, turned[axis])
			put(m.frames, slot/lanes*frameSize, 3+axis, slot%lanes, flat[axis])
		}
	}
	if size := hi.Sub(lo); len(k.table.masses) > 0 {
		m.Length = max(size[0], size[1], size[2])
	}
}

// judge counts the contacts of a step.
func (m *singleMeter) judge(k *single) {
	if !m.counting {
		return
	}
	m.Steps++
	any := uint16(0)
	for b, lanes := range k.touch {
		any |= lanes & k.valid[b]
	}
	if any != 0 {
		m.touched[0]++
		for g, slots := range m.groups {
			if slices.ContainsFunc(slots, func(s uint32) bool { return k.touch[s/lanes]>>(s%lanes)&1 != 0 }) {
				m.touched[1+g]++
			}
		}
	}
}

// rows writes the current metrics. Later measurements do not change them.
func (k *single) rows(into []metrics.Row) error {
	m := k.meter
	kept, gauges, phases := m.followed, slices.Clone(m.gauges), slices.Clone(k.phases)
	if k.status.Ended != metrics.Diverged.String() && !(m.seen && m.Step == k.step(k.clock)) {
		k.drive(m.code)
		k.pull(m.code)
		k.calm()
		m.sample(k)
	}
	sums := m.Sums
	m.followed = kept
	copy(m.gauges, gauges)
	copy(k.phases, phases)
	sums.Groups = m.contacts(k)
	row, err := m.rowOf(k.shape.table, &k.lane, &sums)
	into[k.number] = row
	return err
}

// contacts returns the sums over contacts.
func (m *singleMeter) contacts(k *single) []metrics.GroupSum {
	out := make([]metrics.GroupSum, len(m.touched))
	if !m.counting {
		return out
	}
	slip := func(slot uint32) float64 { return m.slip[slot] * k.kind.Params.DT }
	for i := range k.table.masses {
		out[0].Slip += slip(k.slot[k.table.masses[i].number])
	}
	for g, slots := range m.groups {
		for _, s := range slots {
			out[1+g].Slip += slip(s)
		}
	}
	for g := range out {
		out[g].Steps = m.touched[g]
	}
	return out
}
