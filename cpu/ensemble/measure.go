package ensemble

import (
	"math"
	"slices"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
)

// meter measures the members of a pack.
type meter struct {
	*measures
	code                                                           *kernel
	near, frames, planes, base, clearance, changes, strain, scales []float32
	lengths, keeps                                                 []float32 // see stretchCall: 4 bytes for each driven spring of a member
	placed, worked                                                 []float64
	slip                                                           []float64      // of each mass of the model, 16 numbers: Σ |v_t| over steps [m/s]
	touched                                                        [][lanes]int64 // steps in which each group was in a contact
	lane                                                           [lanes]followed
	counting                                                       uint16 // lanes of which steps count
	placeCall                                                      placeCall
	stretchCall                                                    stretchCall
}

// newMeter allocates the meter of a pack.
func newMeter(k *pack, of *measures, code *kernel) *meter {
	n, planes := len(k.table.masses), len(k.kind.Params.Contacts)
	m := &meter{measures: of, code: code, near: vectors(3 * lanes), frames: vectors(max(1, n) * frameSize), planes: vectors(max(1, planes) * highSize), base: vectors(lanes),
		clearance: vectors(lanes), changes: vectors(max(1, len(k.table.laws)) * changeSize), strain: vectors(lanes), scales: vectors(len(k.scales)), lengths: vectors(max(1, of.driven) * lanes), keeps: vectors(lanes),
		placed: make([]float64, placeSums), worked: make([]float64, stretchSums), slip: make([]float64, k.kind.Model.MassCount()*lanes), touched: make([][lanes]int64, 1+len(of.groups))}
	if n > 0 {
		m.placeCall = placeCall{masses: &k.masses[0], list: &k.table.masses[0], count: int64(n), weights: &of.weights[0], scales: &m.scales[0], near: &m.near[0], frames: &m.frames[0],
			planes: &m.planes[0], high: int64(planes), base: &m.base[0], body: &of.body[0], sums: &m.placed[0], clearance: &m.clearance[0]}
		k.moveCall.slip = &m.slip[0]
	}
	if len(of.springs) > 0 {
		m.stretchCall = stretchCall{masses: &k.masses[0], laws: &k.laws[0], changes: &m.changes[0], springs: &of.springs[0], count: int64(len(of.springs)), strain: &m.strain[0], sums: &m.worked[0],
			lengths: &m.lengths[0], keeps: &m.keeps[0]}
	}
	return m
}

// write takes the values of a member.
func (m *meter) write(k *pack, at int, p model.Params) {
	l := &m.lane[at]
	l.stand(p)
	for i := 0; i < len(k.scales); i += lanes {
		put(m.scales, i, 0, at, 1/float64(k.scales[i+at]))
	}
	for i := range k.table.masses {
		of := &k.table.masses[i]
		l.mass += k.kind.Model.Mass[of.number] * float64(m.scales[int(of.scale)+at])
	}
	ground := 0.
	for i, c := range p.Contacts {
		high, counts := highNumbers(c)
		if counts {
			ground = math.Inf(-1)
		}
		for which, x := range high {
			put(m.planes, i*highSize, which, at, x)
		}
	}
	put(m.base, 0, 0, at, ground)
}

// forget begins anew with a lane.
func (m *meter) forget(at int) {
	l := &m.lane[at]
	l.Sums, l.angle, l.seen = metrics.Sums{}, 0, false
	m.counting &^= 1 << at
}

// due returns the lanes of which the state at hand is a sample.
func (m *meter) due(k *pack) (lanes uint16) {
	for at := range k.members {
		if k.alive>>at&1 != 0 && (!m.lane[at].seen || (k.lane[at].base+k.clock)%m.every == 0) {
			lanes |= 1 << at
		}
	}
	return lanes
}

// counts reports whether a time is at or after that from which members are measured, as metrics.Meter does.
func (m *measures) counts(t float64) bool { return t >= m.options.Settle*(1-1e-9) }

// sample takes in the state of some lanes, with the muscles at its time. Of those that are to be kept, the next sample
// takes lengths and rest lengths for those of the sample before it.
func (m *meter) sample(k *pack, which, kept uint16) {
	begins := uint16(0)
	for at := range k.members {
		if l := &m.lane[at]; which>>at&1 != 0 && l.Samples == 0 && m.counts(k.timeAt(at, k.step(at))) {
			m.begin(k, at)
			begins |= 1 << at
		}
		for axis, x := range m.lane[at].Center {
			put(m.near, 0, axis, at, x)
		}
	}
	for i := range m.clearance {
		m.clearance[i] = float32(math.Inf(1))
	}
	clear(m.placed)
	if m.placeCall.count > 0 {
		m.code.places(&m.placeCall)
	}
	m.stretch(k, kept)
	for at := range k.members {
		if which>>at&1 == 0 {
			continue
		}
		l := &m.lane[at]
		l.seen, l.Step = true, k.step(at)
		if l.Time = k.timeAt(at, l.Step); m.counts(l.Time) {
			m.take(k, at, begins>>at&1 != 0)
		}
	}
}

// begin takes the first sample that counts: where masses are from their center of mass.
func (m *meter) begin(k *pack, at int) {
	l := &m.lane[at]
	look := k.lookAt(at, k.step(at))
	l.Center, l.Since = look.Center, k.timeAt(at, look.Step)
	l.LeastHeight, l.Clearance = math.Inf(1), math.Inf(1)
	lo, hi := model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := range k.table.masses {
		var x model.Vec3
		for axis := range 3 {
			x[axis] = float64(k.masses[int(k.table.masses[i].at)+(rowX+axis)*lanes+at])
			lo[axis], hi[axis] = min(lo[axis], x[axis]), max(hi[axis], x[axis])
		}
		r := x.Sub(l.Center)
		turned, flat := l.up.Cross(r), r.Sub(l.up.Mul(r.Dot(l.up)))
		for axis := range 3 {
			put(m.frames, i*frameSize, axis, at, turned[axis])
			put(m.frames, i*frameSize, 3+axis, at, flat[axis])
		}
	}
	if size := hi.Sub(lo); len(k.table.masses) > 0 {
		l.Length = max(size[0], size[1], size[2])
	}
}

// take adds a sample of a lane to the earlier ones.
func (m *meter) take(k *pack, at int, first bool) {
	l := &m.lane[at]
	of := sampled{center: l.Center, sine: m.placed[3*lanes+at], cosine: m.placed[4*lanes+at], work: m.worked[at], positive: m.worked[lanes+at],
		clearance: float64(m.clearance[at]), strain: float64(m.strain[at])}
	for axis := range 3 {
		if l.mass > 0 {
			of.center[axis] = float64(m.near[axis*lanes+at]) + m.placed[axis*lanes+at]/l.mass
		}
	}
	of.height = physics.Clearance(of.center, k.lane[at].params.Contacts, l.Time)
	l.take(of, first)
}

// admit lets lanes count steps from the time on at which members are measured.
func (m *meter) admit(k *pack) {
	for at := range k.members {
		if k.alive&^m.counting>>at&1 == 0 || !m.counts(k.timeAt(at, k.step(at))) {
			continue
		}
		m.counting |= 1 << at
		m.lane[at].Steps = 0
		for g := range m.touched {
			m.touched[g][at] = 0
		}
		for i := at; i < len(m.slip); i += lanes {
			m.slip[i] = 0
		}
	}
}

// judge counts the contacts of a step; any has the lanes in which any mass was in one.
func (m *meter) judge(k *pack, any uint16) {
	judged := k.alive & m.counting
	for at := range lanes {
		m.lane[at].Steps += int64(judged >> at & 1)
		m.touched[0][at] += int64(judged & any >> at & 1)
	}
	for g, masses := range m.groups {
		in := uint16(0)
		for _, i := range masses {
			in |= k.touching[i]
		}
		for at := range lanes {
			m.touched[1+g][at] += int64(judged & in >> at & 1)
		}
	}
}

// rows returns those of the members of a pack, as they are now. Nothing that is measured later changes by it.
func (k *pack) rows(into []metrics.Row) error {
	m := k.meter
	phases, followed := slices.Clone(k.phases), m.lane
	which := uint16(0)
	for at := range k.members {
		l := &k.lane[at]
		if l.status.Ended != "" {
			for i := range k.kind.Params.Actuators {
				k.phases[i*lanes+at] = l.ended[i]
			}
		}
		if diverged := l.status.Ended == metrics.Diverged.String(); !diverged && !(m.lane[at].seen && m.lane[at].Step == k.step(at)) {
			which |= 1 << at
		}
	}
	k.drive(m.code)
	m.sample(k, which, 0)
	defer func() {
		copy(k.phases, phases)
		m.lane = followed
	}()
	for at, i := range k.members {
		sums := m.lane[at].Sums
		sums.Groups = m.contacts(k, at)
		row, err := m.rowOf(k.table, &k.lane[at], &sums)
		if err != nil {
			return err
		}
		into[i] = row
	}
	return nil
}

// rowOf returns the row of a member of which this has been measured.
func (m *measures) rowOf(t *table, l *lane, sums *metrics.Sums) (metrics.Row, error) {
	if l.told == nil {
		var err error
		if l.told, err = m.plan.Beside(t.kind.Written(l.values)); err != nil {
			return metrics.Row{}, err
		}
	}
	status, _ := metrics.ParseStatus(l.status.Ended)
	return l.told.RowAt(sums, status, max(sums.Step, l.status.Step)), nil
}

// contacts returns the sums over the contacts of a lane.
func (m *meter) contacts(k *pack, at int) []metrics.GroupSum {
	out := make([]metrics.GroupSum, len(m.touched))
	slip := func(number uint32) float64 { return m.slip[int(number)*lanes+at] * k.kind.Params.DT }
	for i := range k.table.masses {
		out[0].Slip += slip(k.table.masses[i].number)
	}
	for g, masses := range m.groups {
		for _, i := range masses {
			out[1+g].Slip += slip(i)
		}
	}
	for g := range out {
		out[g].Steps = m.touched[g][at]
		if m.counting>>at&1 == 0 {
			out[g] = metrics.GroupSum{}
		}
	}
	return out
}
