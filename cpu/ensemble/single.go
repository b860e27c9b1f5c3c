package ensemble

import (
	"math"
	"unsafe"

	"hooke/ensemble"
	"hooke/model"
	"hooke/physics"
)

// single is a member that is stepped by itself: vectors are 8 springs of it, or 16 masses. It has the bits that it
// has in a pack.
type single struct {
	*shape
	lane
	number int // of the member
	clock  int64
	alive  bool
	phases []phase
	scaled []float32 // what dt/m of the table is multiplied by
	limit  float32   // square of the length beyond which a spring has run away [m²]

	masses, ends, forces, apart, pulls, scales, contacts, numbers, lengths, longest []float32

	groups  []springGroup
	bounds  []bounds
	loads   []pull
	muscles muscles
	touch   []uint16 // of each block, the lanes that were in a contact in the last step
	now     sight    // what its pilot sees
	meter   *singleMeter

	member memberCall
	turn   turnCall
	gather gatherCall
	moves  []moveCall // of the blocks that are full, and of each other one
}

// newSingle makes room for a member.
func newSingle(s *shape, number int) *single {
	p := s.kind.Params
	k := &single{shape: s, number: number, phases: make([]phase, len(p.Actuators)), masses: vectors(max(1, s.blocks) * massSize), ends: vectors((1 + s.blocks) * lanes * endSize),
		forces: vectors((1 + s.blocks) * lanes * forceSize), scales: vectors(max(1, len(s.list)) * lanes), contacts: vectors(max(1, len(p.Contacts)) * contactSize),
		numbers: vectors((1 + len(s.list) - s.whole) * numbersSize), longest: vectors(lanes), touch: make([]uint16, len(s.list))}
	k.addGroups()
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
	for b, valid := range s.valid { // what no mass has is far above all, and stays there
		for at := range lanes {
			if valid>>at&1 == 0 {
				put(k.masses, b*massSize, rowX+2, at, nowhere)
			}
		}
	}
	k.turn = turnCall{masses: &k.masses[0], ends: &k.ends[0], count: int64(s.blocks)}
	if len(s.list) > 0 {
		k.gather = gatherCall{masses: &k.masses[0], forces: &k.forces[0], apart: &k.apart[0], pulls: &k.pulls[0], shares: &s.shares[0], depths: &s.depths[0], count: int64(len(s.list))}
	}
	k.addMoves()
	return k
}

// nowhere is the height of what is no mass [m].
const nowhere = 1e30

// addGroups puts the springs into groups. Those that fill up the last one join a slot to itself that no mass has.
func (k *single) addGroups() {
	count := (len(k.shape.springs) + width - 1) / width
	k.groups, k.lengths = make([]springGroup, count), vectors(max(1, count)*width)
	k.apart, k.pulls = vectors((1+count)*width*forceSize), vectors(2*(1+count)*width) // the last group is that of no spring
	if k.full {
		k.bounds = make([]bounds, count)
	}
	m := k.kind.Model
	for i := range count * width {
		g := &k.groups[i/width]
		a, b := uint32(k.blocks*lanes), uint32(k.blocks*lanes)
		if i < len(k.shape.springs) {
			s := &k.shape.springs[i]
			a, b = k.slot[m.Ends[s.number][0]], k.slot[m.Ends[s.number][1]]
			g.rest[i%width] = float32(m.RestLength[s.number])
		}
		g.scale[i%width] = 1
		g.a[i%width], g.b[i%width] = 4*forceSize*a, 4*forceSize*b
	}
	if count > 0 {
		k.member = memberCall{ends: &k.ends[0], apart: &k.apart[0], groups: &k.groups[0], count: int64(count), lengths: &k.lengths[0], longest: &k.longest[0], pulls: &k.pulls[0]}
		if k.full {
			k.member.bounds = &k.bounds[0]
		}
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
	k.values, k.params = values, p
	laws := make([][lawRows]float32, len(k.laws))
	for i, law := range k.laws {
		for which, x := range k.lawNumbers(m, law) {
			laws[i][which] = float32(x)
		}
	}
	for i := range k.shape.springs {
		s, g, at := &k.shape.springs[i], &k.groups[i/width], i%width
		law := &laws[s.law]
		g.scale[at] = law[rowRest]
		if s.acts {
			g.stiffness[at], g.damping[at] = law[rowStiffness]+float32(s.own.Stiffness), law[rowDamping]+float32(s.own.Damping)
		}
		if k.full {
			k.bounds[i/width].slack[at], k.bounds[i/width].floor[at] = law[rowSlack], law[rowFloor]
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
	clear(k.forces)
	runaway := physics.RunawayLength(m, s)
	k.limit = float32(runaway * runaway)
	for i, a := range k.params.Actuators {
		k.phases[i] = startOf(a, k.time, k.kind.Params.DT)
	}
	k.alive = true
	if k.meter != nil {
		k.meter.forget()
	}
}

// steer takes over other muscles.
func (k *single) steer(_ int, before model.Params) {
	for i, a := range k.params.Actuators {
		k.phases[i].steer(a, before.Actuators[i], k.kind.Params.DT)
	}
}

func (k *single) laneOf(int) *lane { return &k.lane }

// value is a number of a mass.
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
