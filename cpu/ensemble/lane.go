package ensemble

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// lane is a member on its way.
type lane struct {
	values []float64
	params model.Params // with the values written into them
	base   int64        // its step minus the clock of its pack
	begun  int64        // its step at its start
	time   float64      // [s] at its start
	status ensemble.Status
	ending *physics.Ending // nil: nothing ends it but a divergence
	ended  []phase         // of each muscle where the member ended
	runner *control.Runner // nil: the member is not controlled
	told   *metrics.Plan   // of the rows of its values; nil: not made yet
}

// place is the part and the lane of a member.
type place struct {
	part
	lane int
}

// enter puts a member into its place, at its start.
func (e *Engine) enter(t *table, i int, at place) (err error) {
	m := &e.members[i]
	e.places[i] = at
	at.write(at.lane, m.Values)
	l := at.laneOf(at.lane)
	written, _ := t.kind.Written(m.Values)
	if l.runner, err = e.loops.Make(i, m.Values, written, l.params); err != nil {
		return err
	}
	return at.start(i, t.startOf(m.Start), m.Until)
}

// start sets a member to a state, and its controls to their beginning.
func (p place) start(member int, s *model.State, until physics.Until) error {
	if l := p.laneOf(p.lane); l.runner != nil {
		if err := l.runner.Begin(p.bodyOf(p.lane), s.Step, s.Time); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", member, err)
		}
	}
	p.begin(p.lane, s, until)
	return nil
}

// take uses muscles of changed values, with the current inputs.
func (p place) take(member int, before model.Params) error {
	l := p.laneOf(p.lane)
	if l.runner == nil {
		p.steer(p.lane, before)
		return nil
	}
	given := l.params.Clone()
	l.params.Actuators = before.Actuators // from which the runner steers
	if err := l.runner.Give(given); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	return nil
}

// see measures the member's sensors if it is at a boundary.
func (l *lane) see(member int) error {
	if l.runner == nil {
		return nil
	}
	if err := l.runner.See(); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	return nil
}

// pass has the member act if it is at a boundary, and says how many of some steps there are to the next one.
func (l *lane) pass(member, steps int) (int, error) {
	if err := l.runner.Pass(); err != nil {
		return 0, fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	return int(min(int64(steps), l.runner.Left())), nil
}

// inputs copies the inputs of muscles and forces. Its muscles already have their phases.
func (l *lane) inputs(m *model.Model, p *model.Params) error {
	if err := ensemble.ControlFault(m, p); err != nil {
		return err
	}
	copy(l.params.Actuators, p.Actuators)
	copy(l.params.Forces, p.Forces)
	return nil
}

// begin puts the member at a state.
func (l *lane) begin(k ensemble.Kind, s *model.State, clock int64, until physics.Until) {
	l.base, l.begun, l.time, l.status, l.ending = s.Step-clock, s.Step, s.Time, ensemble.Status{}, nil
	if len(until.Words) > 0 {
		written, _ := k.Written(l.values)
		l.ending = physics.NewEnding(until, written, s)
	}
}

// step returns the step of the member.
func (l *lane) step(clock int64) int64 {
	if l.status.Ended != "" {
		return l.status.Step
	}
	return l.base + clock
}

// timeAt is simulated time at a step of the member [s].
func (l *lane) timeAt(step int64, dt float64) float64 {
	return l.time + float64(step-l.begun)*dt
}

// label resizes the snapshot of the member, and writes its step and time.
func (l *lane) label(dst *model.Snapshot, masses int, clock int64, dt float64) {
	dst.Resize(masses)
	dst.Step, dst.Origin, dst.Orientation, dst.AngularVelocity = l.step(clock), model.Vec3{}, nil, nil
	dst.Time = l.timeAt(dst.Step, dt)
}

// gatherEvery is how many steps packs take at most before living members are moved together again.
const gatherEvery = 64 * chunk

// gather moves the living members of each kind into as few packs as hold them, if under half
// of the lanes of stepped packs live: a lane costs the same whether its member lives or has
// ended. It returns the number of the n steps to take before the next gathering.
func (e *Engine) gather(n int) int {
	for _, of := range e.packs {
		var stepped []*pack
		living := 0
		for _, p := range of {
			if p.alive != 0 {
				stepped, living = append(stepped, p), living+p.living()
			}
		}
		if len(stepped) < 2 {
			continue
		}
		n = min(n, gatherEvery)
		if 2*living < len(stepped)*lanes {
			e.fill(stepped)
		}
	}
	return n
}

// fill swaps members that live with members that have ended, from the packs in which fewest live into those in which most do.
// Those that have ended keep a lane, from which they are read and reset.
func (e *Engine) fill(packs []*pack) {
	slices.SortStableFunc(packs, func(a, b *pack) int { return cmp.Compare(b.living(), a.living()) })
	last := len(packs) - 1
	for first := 0; first < last; first++ {
		to := packs[first]
		for at := range to.members {
			if to.alive>>at&1 != 0 {
				continue
			}
			for last > first && packs[last].alive == 0 {
				last--
			}
			if last == first {
				return
			}
			from := packs[last]
			lane := bits.TrailingZeros16(from.alive)
			to.swap(at, from, lane)
			e.places[to.members[at]], e.places[from.members[lane]] = place{to, at}, place{from, lane}
		}
	}
}

// living returns how many members of a pack have not ended.
func (k *pack) living() int { return bits.OnesCount16(k.alive) }

// swap exchanges the members of a lane and of one of another pack of the kind, with all that is theirs from step to step.
func (k *pack) swap(at int, other *pack, to int) {
	k.near.forget()
	other.near.forget()
	rows, others := k.rowsOfLanes(), other.rowsOfLanes()
	for i := range rows {
		exchange(rows[i], at, others[i], to)
	}
	exchange(k.phases, at, other.phases, to)
	for i := range k.loads {
		for axis := range 3 {
			exchange(k.loads[i].force[axis][:], at, other.loads[i].force[axis][:], to)
		}
	}
	k.limit[at], other.limit[to] = other.limit[to], k.limit[at]
	k.members[at], other.members[to] = other.members[to], k.members[at]
	exchangeBits(&k.alive, at, &other.alive, to)
	exchangeBits(&k.watched, at, &other.watched, to)
	a, b := &k.lane[at], &other.lane[to]
	*a, *b = *b, *a
	a.base, b.base = a.base+other.clock-k.clock, b.base+k.clock-other.clock
	if a.runner != nil {
		a.runner.Move(k.bodyOf(at))
		b.runner.Move(other.bodyOf(to))
	}
	if k.meter != nil {
		k.meter.swap(at, other.meter, to)
	}
}

// rowsOfLanes returns the arrays of a pack that have rows of a number of each lane, but those that each step writes anew.
func (k *pack) rowsOfLanes() [][]float32 {
	return [][]float32{k.masses, k.laws, k.rest, k.scales, k.contacts, k.numbers, k.muscles}
}

// swap is that of a pack.
func (m *meter) swap(at int, other *meter, to int) {
	others := other.rowsOfLanes()
	for i, rows := range m.rowsOfLanes() {
		exchange(rows, at, others[i], to)
	}
	exchange(m.slip, at, other.slip, to)
	for g := range m.touched {
		exchange(m.touched[g][:], at, other.touched[g][:], to)
	}
	exchangeBits(&m.counting, at, &other.counting, to)
	m.lane[at], other.lane[to] = other.lane[to], m.lane[at]
}

// rowsOfLanes returns the arrays that have rows of a number of each lane, but those that each sample writes anew.
func (m *meter) rowsOfLanes() [][]float32 {
	return [][]float32{m.frames, m.planes, m.base, m.changes, m.scales, m.lengths}
}

// exchange exchanges the numbers of two lanes in all rows of two arrays of one size.
func exchange[T any](a []T, at int, b []T, to int) {
	for row := 0; row < len(a); row += lanes {
		a[row+at], b[row+to] = b[row+to], a[row+at]
	}
}

// exchangeBits exchanges the bits of two lanes.
func exchangeBits(a *uint16, at int, b *uint16, to int) {
	of, other := *a>>at&1, *b>>to&1
	*a, *b = *a&^(1<<at)|other<<at, *b&^(1<<to)|of<<to
}
