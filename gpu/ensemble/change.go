package ensemble

import (
	"fmt"
	"math"
	"slices"

	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// write puts the values of a member into its block, for the device to get.
func (e *Engine) write(i int) {
	r := &e.runs[i]
	m, p := e.settled[e.members[i].Kind].Written(e.members[i].Values)
	r.values.write(r.at, m, p)
	r.params = p
}

// Set gives the members of a kind other values of a free field.
func (e *Engine) Set(kind, field int, values []float64) error {
	changed, err := ensemble.Changed(e.settled, e.members, kind, field, values)
	if err != nil {
		return err
	}
	if e.settled[kind].Free[field].Path == "material.rest_scale" && e.options.Metrics != nil && e.kinds[kind] != nil {
		defer e.keepRests(e.kinds[kind])()
	}
	for k, i := range changed {
		to := e.members[i].Values
		was := to[field]
		to[field] = values[k]
		if one := e.lone.Of(i); one != nil {
			if err := one.Set(to, field); err != nil {
				to[field] = was // it continues with this
				return fmt.Errorf("ensemble: set: member %d: %w", i, err)
			}
			continue
		}
		if e.settled[kind].Steers(field) {
			if err := e.loops.Steer(i, field, values[k]); err != nil {
				to[field] = was // it continues with this
				return fmt.Errorf("ensemble: set: member %d: %w", i, err)
			}
			continue
		}
		r := &e.runs[i]
		before := r.params
		e.write(i)
		if r.runner != nil {
			if err := r.give(before); err != nil {
				return fmt.Errorf("ensemble: member %d: %w", i, err)
			}
			continue
		}
		for k, a := range r.params.Actuators {
			if from := before.Actuators[k]; a.Frequency != from.Frequency || a.Phase != from.Phase {
				r.phases.set(k, r.at, r.phases.of(k, r.at).steered(from, a, uint64(e.clock-r.since), r.params.DT))
			}
		}
	}
	e.drive()
	return nil
}

// keepRests returns a function that writes changed rest lengths into those of the last
// sample: their change is no work of muscles.
func (e *Engine) keepRests(k *kind) func() {
	was := map[*block][]float32{}
	for _, b := range e.blocks {
		if b.kind == k {
			was[b] = slices.Clone(b.values.rests())
		}
	}
	return func() {
		e.ctx.Barrier(glx.ByTransfer)
		for b, was := range was {
			first, before := int64(k.layout.sum.at["BEFORE"]*b.padded), make([]float32, len(was))
			glx.Download(b.sum, first, before)
			for i, is := range b.values.rests() {
				if was[i] > 0 {
					before[i] *= is / was[i]
				}
			}
			glx.Upload(b.sum, first, before)
		}
	}
}

// drive sends changes, and drives muscles again at the time of the next step.
func (e *Engine) drive() {
	for _, b := range e.blocks {
		b.send()
		b.beginStep(e.ctx, 0, e.held)
	}
	e.listPairs()
	e.ctx.Barrier(glx.ByShader)
	e.stamp++
}

// Reset puts some members at other states.
func (e *Engine) Reset(mask []bool, start func(member int) *model.State) error {
	states, err := ensemble.Starts(e.settled, e.members, mask, start)
	if err != nil {
		return err
	}
	if err := e.lone.Reset(states); err != nil {
		return err
	}
	return e.begin(states, false)
}

// begin puts members at states. fresh says that nothing of their blocks is on the device yet.
func (e *Engine) begin(states map[int]*model.State, fresh bool) error {
	e.ctx.Barrier(glx.ByTransfer)
	for _, b := range e.blocks {
		var places []int
		for at, i := range b.members {
			if s := states[i]; s != nil {
				places = append(places, at)
				r := &e.runs[i]
				r.begun, r.since, r.time = s.Step, e.clock, s.Time
				if err := r.beginRunner(); err != nil {
					return fmt.Errorf("ensemble: member %d: %w", i, err)
				}
				written, p := e.settled[e.members[i].Kind].Written(e.members[i].Values)
				b.values.begin(at, written, p, s, e.members[i].Until)
				for k, a := range slices.Concat(r.params.Actuators, b.kind.table.wheels) {
					b.phases.set(k, at, phaseOf(a, s.Time, p.DT))
				}
			}
		}
		b.latest = nil
		if len(places) > 0 || fresh {
			b.beginStates(places, states, fresh)
			b.beginWords(e, places, fresh)
		}
	}
	e.times()
	e.drive()
	return nil
}

// beginStates writes the states of some slots of the block, into all copies.
func (b *block) beginStates(places []int, states map[int]*model.State, fresh bool) {
	m := b.kind.table.kind.Model
	size := m.MassCount() * shaders.Pack
	x, v := make([][4]float32, size), make([][4]float32, size)
	for len(places) > 0 && size > 0 {
		pack := places[0] / shaders.Pack
		count := 0
		for count < len(places) && places[count]/shaders.Pack == pack {
			count++
		}
		for held := range b.kind.copies {
			if !fresh {
				glx.Download(b.position[held], int64(pack*size), x)
				glx.Download(b.velocity[held], int64(pack*size), v)
			}
			for _, at := range places[:count] {
				s := states[b.members[at]]
				for i := range m.MassCount() {
					to := i*shaders.Pack + at%shaders.Pack
					x[to], v[to] = [4]float32{}, [4]float32{}
					for axis := range 3 {
						x[to][axis] = float32(s.Position[i][axis])
						if m.PinOf(i)&(model.PinX<<axis) == 0 {
							v[to][axis] = float32(s.Velocity[i][axis])
						}
					}
				}
				b.kind.table.kind.Params.OnPaths(m, s.Time, func(i int, place, speed model.Vec3) {
					to := i*shaders.Pack + at%shaders.Pack
					for axis := range 3 {
						x[to][axis], v[to][axis] = float32(place[axis]), float32(speed[axis])
					}
				})
			}
			glx.Upload(b.position[held], int64(pack*size), x)
			glx.Upload(b.velocity[held], int64(pack*size), v)
		}
		clear(x)
		clear(v)
		places = places[count:]
	}
}

// filler is the word of a slot without a member, instead of how it ended.
const filler = math.MaxUint32

// beginWords writes the device's counts for the members in some slots, and the initial values of their
// smoothed muscles and their sums.
func (b *block) beginWords(e *Engine, places []int, fresh bool) {
	l := b.kind.layout
	words, rest := make([]uint32, l.word.count*b.padded), make([]float32, l.rest.count*b.padded)
	var sums []float32
	if l.sum != nil {
		sums = make([]float32, l.sum.count*b.padded)
	}
	if !fresh {
		glx.Download(b.word, 0, words)
		glx.Download(b.rest, 0, rest)
		if sums != nil {
			glx.Download(b.sum, 0, sums)
		}
	}
	for at := len(b.members); at < b.padded; at++ {
		words[l.word.at["ENDED"]*b.padded+at] = filler
	}
	for _, at := range places {
		r := &e.runs[b.members[at]]
		for row := range l.word.count {
			words[row*b.padded+at] = 0
		}
		for name, to := range b.wordsOf(r, e.members[b.members[at]].Until) {
			words[l.word.at[name]*b.padded+at] = to
		}
		if b.kind.table.pairs != nil { // there are no lists yet
			for copy := range 2 {
				row := (l.word.at["OLD"] + copy) * b.padded
				words[row+at], words[row+at/shaders.Pack*shaders.Pack] = 1, 1
			}
		}
		if sums != nil {
			for row := range l.sum.count {
				sums[row*b.padded+at] = 0
			}
		}
		if b.kind.table.smooth {
			for k, a := range r.params.Actuators {
				first := l.rest.at["SOFT"] + 4*k
				rest[first*b.padded+at], rest[(first+1)*b.padded+at] = float32(a.At(cycleOf(b.phases.of(k, at).origin))), 0
			}
		}
	}
	glx.Upload(b.word, 0, words)
	glx.Upload(b.rest, 0, rest)
	if sums != nil {
		glx.Upload(b.sum, 0, sums)
	}
}

// wordsOf returns the words of a member at its start, where they are not 0.
func (b *block) wordsOf(r *run, until physics.Until) map[string]uint32 {
	dt := b.kind.table.kind.Params.DT
	out := map[string]uint32{"LOOK": uint32(r.begun % physics.LookEvery), "STILL_STEPS": uint32(min(mostAge, math.Ceil(until.StillTime/dt-1e-6)))}
	for k, word := range until.Words {
		code := slices.Index(endings(), word)
		out["UNTIL"] |= uint32(code) << (4 * k)
	}
	if c := b.kind.table.kind.Control; c != nil {
		out["BOUNDARY"] = uint32(r.begun % int64(c.Period))
	}
	if b.kind.layout.sum != nil {
		out["SAMPLE"], out["COUNT_FROM"] = uint32(r.begun%b.kind.every), countFrom(r.time, dt, b.kind.table.measured.Settle)
	}
	return out
}

// countFrom returns the first number of steps from a start at some time [s] at which a member counts, as
// metrics.Meter judges it.
func countFrom(time, dt, settle float64) uint32 {
	counts := func(age float64) bool { return time+age*dt >= settle*(1-1e-9) }
	age := max(0, math.Ceil((settle*(1-1e-9)-time)/dt))
	for age > 0 && counts(age-1) {
		age--
	}
	for !counts(age) && age < mostAge {
		age++
	}
	return uint32(min(age, mostAge))
}

// times notes when members are looked at and sampled.
func (e *Engine) times() {
	for _, b := range e.blocks {
		b.forget()
		for _, i := range b.members {
			r := &e.runs[i]
			if len(e.members[i].Until.Words) > 0 {
				b.looks[modulo(r.since-r.begun, physics.LookEvery)] = true
			}
			b.samples[modulo(r.since-r.begun, b.kind.every)] = true
			b.started[r.since] = true
		}
	}
	e.oldest = e.clock
	for i := range e.runs {
		if e.runs[i].block != nil {
			e.oldest = min(e.oldest, e.runs[i].since)
		}
	}
}

func modulo(a, b int64) int64 { return (a%b + b) % b }
