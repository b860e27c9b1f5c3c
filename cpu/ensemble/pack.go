package ensemble

import (
	"math"
	"unsafe"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// pack is up to 16 members of a kind, side by side. Lanes beyond the last member are copies of the first that
// are not stepped.
type pack struct {
	*table
	members []int // their numbers, by lane

	masses, laws, rest, scales, contacts, numbers, muscles, longest []float32

	touching []uint16       // of each mass, the lanes in which it was in a contact in the last step
	limit    [lanes]float32 // square of the length beyond which a spring has run away [m²]
	clock    int64          // steps that the pack has taken
	lane     [lanes]lane
	alive    uint16
	watched  uint16 // lanes whose member something but a divergence may end
	phases   []phase
	driven   []driven
	loads    []load
	now      sight  // the bodies of loop runners
	meter    *meter // nil: nothing is measured
	near     *nearby

	springCall springCall
	moveCall   moveCall
	driveCall  driveCall
}

// newPack allocates a pack for members of a kind.
func newPack(t *table, members []int) *pack {
	m, p := t.kind.Model, t.kind.Params
	k := &pack{table: t, members: members,
		masses: vectors(m.MassCount() * massSize), laws: vectors(max(1, len(t.laws)) * lawSize), rest: vectors(max(1, len(t.laws)) * lanes),
		scales: vectors((1 + len(t.scales)) * lanes), contacts: vectors(max(1, len(p.Contacts)) * contactSize), numbers: vectors(numbersSize),
		muscles: vectors(max(1, len(p.Actuators)) * muscleSize), longest: vectors(lanes), touching: make([]uint16, m.MassCount()), phases: make([]phase, len(p.Actuators)*lanes)}
	for i, l := range t.laws {
		if l.Actuator > 0 {
			k.driven = append(k.driven, driven{law: uint32(i * lawSize), rest: uint32(i * lanes), muscle: uint32(l.Actuator-1) * muscleSize})
		}
	}
	k.near = newNearby(t, len(t.masses))
	k.addLoads()
	if len(t.runs) > 0 {
		k.springCall = springCall{masses: &k.masses[0], laws: &k.laws[0], springs: &t.springs[0], runs: &t.runs[0], count: int64(len(t.runs)), longest: &k.longest[0]}
	}
	if len(t.masses) > 0 {
		k.moveCall = moveCall{masses: &k.masses[0], list: &t.masses[0], count: int64(len(t.masses)), scales: &k.scales[0], contacts: &k.contacts[0],
			planes: int64(len(p.Contacts)), numbers: &k.numbers[0], touching: (*byte)(unsafe.Pointer(&k.touching[0])), dt: float32(p.DT)}
	}
	if len(k.driven) > 0 {
		k.driveCall = driveCall{muscles: &k.muscles[0], count: int64(len(p.Actuators)), laws: &k.laws[0], rest: &k.rest[0], driven: &k.driven[0], pulled: int64(len(k.driven))}
	}
	return k
}

// put writes a number of a lane.
func put(into []float32, place, which, lane int, x float64) {
	into[place+which*lanes+lane] = float32(x)
}

// write puts the values of a member into its lane.
func (k *pack) write(at int, values []float64) {
	m, p := k.kind.Written(values)
	l := &k.lane[at]
	l.values, l.params, l.told = values, p, nil
	for i, law := range k.table.laws {
		numbers := k.lawNumbers(m, law)
		for which, x := range numbers {
			put(k.laws, i*lawSize, which, at, x)
		}
		if k.meter != nil {
			k.meter.rescale(i, at, k.rest[i*lanes+at], float32(numbers[rowRest]))
		}
		put(k.rest, i*lanes, 0, at, numbers[rowRest])
	}
	put(k.scales, 0, 0, at, 1)
	for i, example := range k.table.scales {
		put(k.scales, (1+i)*lanes, 0, at, k.kind.Model.Mass[example]/m.Mass[example])
	}
	for i, c := range p.Contacts {
		for which, x := range contactNumbers(c) {
			put(k.contacts, i*contactSize, which, at, x)
		}
	}
	for axis, g := range p.Gravity {
		put(k.numbers, 0, rowFall+axis, at, p.DT*g)
	}
	put(k.numbers, 0, rowDrag, at, p.DragFactor())
	for i, a := range p.Actuators {
		put(k.muscles, i*muscleSize, rowAmplitude, at, a.Amplitude)
	}
	k.writeLoads(at, p)
	if k.meter != nil {
		k.meter.write(k, at, p)
	}
}

// begin puts the member of a lane at a state.
func (k *pack) begin(at int, s *model.State, until physics.Until) {
	m, l := k.kind.Model, &k.lane[at]
	k.watched &^= 1 << at
	if l.begin(k.kind, s, k.clock, until); l.ending != nil {
		k.watched |= 1 << at
	}
	for i := range m.MassCount() {
		pin := m.PinOf(i)
		for axis := range 3 {
			put(k.masses, i*massSize, rowX+axis, at, s.Position[i][axis])
			v := s.Velocity[i][axis]
			if pin&(model.PinX<<axis) != 0 {
				v = 0
			}
			put(k.masses, i*massSize, rowV+axis, at, v)
			put(k.masses, i*massSize, rowForce+axis, at, 0)
		}
	}
	k.near.forget()
	runaway := k.runawayFrom(s)
	k.limit[at] = float32(runaway * runaway)
	k.startPhases(at)
	if k.meter != nil {
		k.meter.forget(at)
	}
	k.revive(at, true)
}

// revive says whether a lane is stepped.
func (k *pack) revive(at int, alive bool) {
	bits := uint32(0)
	k.alive &^= 1 << at
	if alive {
		bits = ^uint32(0)
		k.alive |= 1 << at
	}
	k.numbers[rowAlive*lanes+at] = math.Float32frombits(bits)
}

func (k *pack) laneOf(at int) *lane { return &k.lane[at] }

// end says how the member of a lane ended.
func (k *pack) end(at int, by string, step int64) {
	l := &k.lane[at]
	l.status, l.ended = ensemble.Status{Ended: by, Step: step}, l.ended[:0]
	for i := at; i < len(k.phases); i += lanes {
		l.ended = append(l.ended, k.phases[i])
	}
	k.revive(at, false)
}

// step returns the step of the member in a lane.
func (k *pack) step(at int) int64 { return k.lane[at].step(k.clock) }

// timeAt is simulated time of the member in a lane, at a step of it [s].
func (k *pack) timeAt(at int, step int64) float64 { return k.lane[at].timeAt(step, k.kind.Params.DT) }

// read copies the state of a lane into dst.
func (k *pack) read(at int, dst *model.Snapshot) {
	n := k.kind.Model.MassCount()
	k.lane[at].label(dst, n, k.clock, k.kind.Params.DT)
	for i := range n {
		for axis := range 3 {
			dst.Position[i][axis] = k.masses[i*massSize+(rowX+axis)*lanes+at]
			dst.Velocity[i][axis] = k.masses[i*massSize+(rowV+axis)*lanes+at]
		}
	}
}

// run takes some steps, or those until all members have ended.
func (k *pack) run(code *kernel, steps int) error {
	for steps > 0 && k.alive != 0 {
		n, err := k.pass(code, steps)
		if err != nil {
			return err
		}
		for range n {
			if k.alive == 0 {
				return nil
			}
			k.takeStep(code)
		}
		steps -= n
		if k.kind.Control != nil {
			for at := range k.members {
				if k.alive>>at&1 != 0 {
					k.lane[at].runner.Advance(int64(n))
				}
			}
		}
	}
	return nil
}

// pass has members act whose boundary it is, and says how many of some steps there are to the next one of any.
func (k *pack) pass(code *kernel, steps int) (n int, err error) {
	if k.kind.Control == nil {
		return steps, nil
	}
	due := uint16(0)
	for at := range k.members {
		if m := k.meter; m != nil && k.alive>>at&1 != 0 && m.lane[at].Samples > 0 && k.lane[at].runner.Due() {
			due |= 1 << at
		}
	}
	k.meter.pull(k, code, due)
	defer k.meter.pull(k, code, due)
	for at, member := range k.members {
		if k.alive>>at&1 != 0 {
			if steps, err = k.lane[at].pass(member, steps); err != nil {
				return 0, err
			}
		}
	}
	return steps, nil
}

// takeStep takes one step. A spring that has run away ends its member before its masses move, a number that is not finite after.
func (k *pack) takeStep(code *kernel) {
	k.drive(code)
	if m := k.meter; m != nil {
		if which := m.due(k); which != 0 {
			m.sample(k, which, which)
		}
		if k.alive&^m.counting != 0 {
			m.admit(k)
		}
	}
	k.load()
	if c := &k.springCall; c.count > 0 {
		form := 0
		if k.full {
			form = 1
		}
		code.springs[form](c)
		for at, longest := range k.longest {
			if longest > k.limit[at] && k.alive>>at&1 != 0 {
				k.end(at, ensemble.Diverged, k.step(at))
			}
		}
	}
	if c := &k.moveCall; c.count > 0 {
		c.alive, c.any = uint64(k.alive), 0
		k.near.move(code, c)
		if k.meter != nil {
			k.meter.judge(k, uint16(c.any))
		}
		if bad := uint16(c.bad) & k.alive; bad != 0 {
			for at := range lanes {
				if bad>>at&1 != 0 {
					k.end(at, ensemble.Diverged, k.step(at)+1)
				}
			}
		}
	}
	k.clock++
	if k.watched&k.alive != 0 {
		k.look()
	}
}

// look ends members by the conditions that they have.
func (k *pack) look() {
	for at := range len(k.members) {
		l := &k.lane[at]
		step := l.base + k.clock
		if k.watched&k.alive>>at&1 == 0 || step%physics.LookEvery != 0 {
			continue
		}
		if by := l.ending.At(k.lookAt(at, step), l.params.Contacts); by != "" {
			k.end(at, by, step)
		}
	}
}

// lookAt sums up the state of a lane, as physics.LookAt does.
func (k *pack) lookAt(at int, step int64) model.Look {
	look := model.Look{Step: step, Time: k.timeAt(at, step)}
	sum, moment := 0., model.Vec3{}
	number := func(place uint32, which int) float64 { return float64(k.masses[int(place)+which*lanes+at]) }
	for i := range k.table.masses {
		m := &k.table.masses[i]
		x := model.Vec3{number(m.at, rowX), number(m.at, rowX+1), number(m.at, rowX+2)}
		v := model.Vec3{number(m.at, rowV), number(m.at, rowV+1), number(m.at, rowV+2)}
		mass := k.kind.Model.Mass[m.number] / float64(k.scales[int(m.scale)+at])
		look.Speed = max(look.Speed, v.Len())
		sum, moment = sum+mass, moment.Add(x.Mul(mass))
	}
	if sum > 0 {
		look.Center = moment.Mul(1 / sum)
	}
	return look
}
