package ensemble

import (
	"math"
	"unsafe"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// single is a member that is stepped by itself: vectors are 16 masses of it, or a spring at each of these. It has the bits that
// it has in a pack.
type single struct {
	*shape
	lane
	number int // of the member
	clock  int64
	alive  bool
	phases []phase
	scaled []float32 // the factor of dt/m of the table
	limit  float32   // square of the length beyond which a spring has run away [m²]

	masses, ends, lawTables, scales, contacts, numbers, lengths, longest []float32

	loads   []pull
	muscles muscles
	touch   []uint16 // of each block, the lanes that were in a contact in the last step
	now     sight    // the body of its loop runner
	meter   *singleMeter

	member memberCall
	turn   turnCall
	moves  []moveCall // of the blocks that are full, and of each other one
	near   []*nearby  // of each of these
}

// newSingle allocates the arrays of a member.
func newSingle(s *shape, number int) *single {
	p := s.kind.Params
	k := &single{shape: s, number: number, phases: make([]phase, len(p.Actuators)), masses: vectors(max(1, s.blocks) * massSize), lawTables: vectors(max(1, len(s.plan.Tables)) * lawSize),
		scales: vectors(max(1, len(s.list)) * lanes), contacts: vectors(max(1, len(p.Contacts)) * contactSize),
		numbers: vectors((1 + len(s.list) - s.whole) * numbersSize), longest: vectors(lanes), touch: make([]uint16, len(s.list))}
	k.addSprings()
	k.muscles = newMuscles(s)
	for _, f := range p.Forces {
		l := pull{table: f.Table}
		s.kind.Model.Each(f.Masses, func(i int) {
			if s.kind.Model.PinOf(i) != model.PinAll {
				l.slots = append(l.slots, s.slot[i])
			}
		})
		k.loads = append(k.loads, l)
	}
	for b, valid := range s.valid { // lanes without a mass are far above all, and stay there
		for at := range lanes {
			if valid>>at&1 == 0 {
				put(k.masses, b*massSize, rowX+2, at, nowhere)
			}
		}
	}
	k.addMoves()
	return k
}

// nowhere is the height of lanes without a mass [m].
const nowhere = 1e30

// addSprings makes the calls that add up forces.
func (k *single) addSprings() {
	p := k.plan
	if len(p.Rounds) == 0 {
		return
	}
	k.lengths = vectors(lanes)
	k.member = memberCall{masses: &k.masses[0], runs: &p.Runs[0], count: int64(len(p.Runs)), rounds: &p.Rounds[0].Ends[0], sources: &p.Sources[0], laws: &k.lawTables[0],
		longest: &k.longest[0]}
	if k.full {
		k.member.own = &k.own[0]
	}
	if k.measure != nil {
		k.lengths, k.member.stride = vectors(len(p.Rounds)*lanes), 4*lanes
	}
	k.member.lengths = &k.lengths[0]
	if k.apart {
		k.ends = vectors(k.blocks * lanes * endSize)
		k.turn = turnCall{masses: &k.masses[0], ends: &k.ends[0], count: int64(k.blocks)}
		k.member.ends, k.member.others = &k.ends[0], &k.others[0]
	}
}

// addMoves makes the calls that advance masses: lanes of a call are those that all its blocks have.
func (k *single) addMoves() {
	p := k.kind.Params
	add := func(from, to int, alive uint16) {
		numbers := k.numbers[len(k.moves)*numbersSize:]
		for at := range lanes {
			if alive>>at&1 != 0 {
				numbers[rowAlive*lanes+at] = math.Float32frombits(^uint32(0))
			}
		}
		k.moves = append(k.moves, moveCall{masses: &k.masses[0], list: &k.list[from], count: int64(to - from), scales: &k.scales[0], contacts: &k.contacts[0],
			planes: int64(len(p.Contacts)), numbers: &numbers[0], touching: (*byte)(unsafe.Pointer(&k.touch[0])), alive: uint64(alive), dt: float32(p.DT)})
		k.near = append(k.near, newNearby(k.table, to-from))
	}
	if k.whole > 0 {
		add(0, k.whole, 1<<lanes-1)
	}
	for b := k.whole; b < len(k.list); b++ {
		add(b, b+1, k.valid[b])
	}
}

// write takes the values of the member.
func (k *single) write(_ int, values []float64) {
	m, p := k.kind.Written(values)
	k.values, k.params, k.told = values, p, nil
	laws := make([][lawRows]float32, len(k.laws))
	for i, law := range k.laws {
		for which, x := range k.lawNumbers(m, law) {
			laws[i][which] = float32(x)
		}
	}
	for i, places := range k.tables {
		for _, at := range places {
			for which, x := range laws[i] {
				k.lawTables[int(at)+which*lanes] = x
			}
		}
	}
	k.scaled = append(k.scaled[:0], 1)
	for _, example := range k.table.scales {
		k.scaled = append(k.scaled, float32(k.kind.Model.Mass[example]/m.Mass[example]))
	}
	for i := range k.table.masses {
		of := &k.table.masses[i]
		k.scales[k.slot[of.number]] = of.perMass * k.scaled[of.scale/lanes]
	}
	for at := range lanes {
		for i, c := range p.Contacts {
			for which, x := range contactNumbers(c) {
				put(k.contacts, i*contactSize, which, at, x)
			}
		}
		for call := range k.moves {
			for axis, g := range p.Gravity {
				put(k.numbers, call*numbersSize, rowFall+axis, at, p.DT*g)
			}
			put(k.numbers, call*numbersSize, rowDrag, at, p.DragFactor())
		}
	}
	k.muscles.write(k.shape, laws, p)
	k.writeLoads()
	if k.meter != nil {
		k.meter.write(k, laws)
	}
}

// begin puts the member at a state.
func (k *single) begin(_ int, s *model.State, until physics.Until) {
	m := k.kind.Model
	k.lane.begin(k.kind, s, k.clock, until)
	for i := range m.MassCount() {
		block, at := int(k.slot[i])/lanes*massSize, int(k.slot[i])%lanes
		for axis := range 3 {
			put(k.masses, block, rowX+axis, at, s.Position[i][axis])
			v := s.Velocity[i][axis]
			if m.PinOf(i)&(model.PinX<<axis) != 0 {
				v = 0
			}
			put(k.masses, block, rowV+axis, at, v)
		}
	}
	k.calm()
	for _, n := range k.near {
		n.forget()
	}
	runaway := k.runawayFrom(s)
	k.limit = float32(runaway * runaway)
	for i, a := range k.params.Actuators {
		k.phases[i] = startOf(a, k.time, k.kind.Params.DT)
	}
	k.alive = true
	if k.meter != nil {
		k.meter.forget()
	}
}

// calm makes the forces 0.
func (k *single) calm() {
	for b := range k.blocks {
		clear(k.masses[b*massSize+rowForce*lanes : (b+1)*massSize])
	}
}

// steer takes over other muscles.
func (k *single) steer(_ int, before model.Params) {
	for i, a := range k.params.Actuators {
		k.phases[i].steer(a, before.Actuators[i], k.kind.Params.DT)
	}
}

func (k *single) laneOf(int) *lane { return &k.lane }

// value returns a number of a mass.
func (k *single) value(mass, which int) float32 {
	slot := int(k.slot[mass])
	return k.masses[slot/lanes*massSize+which*lanes+slot%lanes]
}

// read copies the state into dst.
func (k *single) read(_ int, dst *model.Snapshot) {
	n := k.kind.Model.MassCount()
	k.label(dst, n, k.clock, k.kind.Params.DT)
	for i := range n {
		for axis := range 3 {
			dst.Position[i][axis], dst.Velocity[i][axis] = k.value(i, rowX+axis), k.value(i, rowV+axis)
		}
	}
}

func (k *single) end(by string, step int64) {
	k.status, k.alive = ensemble.Status{Ended: by, Step: step}, false
}
