package kernels

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/cpu/table"
	"hooke/model"
)

// Kernel is the inner loops in one instruction set. All kernels compute the same within a
// few roundings; kernel_go.go is the plain one to read. In each pair of functions [1] is
// for models with dampers or tension-only springs, [0] for models without.
type Kernel[T table.Real] struct {
	Name string
	// packed says that columns read the packed copy, if there is one.
	packed bool
	// Forces sums the spring forces on the masses of some slices, by table.Format.
	Forces [3][2]func(*ForcesCall[T])
	// Steps sums the spring forces and integrates by symplectic Euler, so that forces
	// stay in registers; nil without such code.
	Steps [3][2]func(*ForcesCall[T])
	// Chains is Steps for links of chains, see table.Chain; nil where there
	// is no such code.
	Chains [2]func(*ForcesCall[T])
	// PushedChains is Chains with other forces on masses, which are in Force
	// of the call; nil where Forces and Integrate have its bits.
	PushedChains [2]func(*ForcesCall[T])
	// Hands only hands on the forces of pairs, see forceHandoff.
	Hands [2]func(*ForcesCall[T])
	// Integrate advances the masses of some slices by symplectic Euler.
	Integrate func(*IntegrateCall[T])
	// Verlet advances the masses of some slices by velocity Verlet.
	Verlet func(*IntegrateCall[T])
	// Stage does the work after the forces of a stage of RK4.
	Stage func(*IntegrateCall[T])
	// Press sums the pushes of pairs of masses that touch.
	Press func(*PressCall[T])
	// PairFriction sums a pass of the friction of pairs, and Nudge moves masses by all of it.
	PairFriction, Nudge func(*PairFrictionCall[T])
	// Add adds numbers to others, see AddGo.
	Add func(to, from []T)
	// Moved measures how far masses have moved.
	Moved func(*MovedCall[T])
	// Load adds a load on many masses to forces.
	Load func(*LoadCall[T])
	// Dampers sums the dissipation of springs' dampers, by table.Format, where none is a cable; Works
	// knows cables and actuators, too; Drag sums the work of drag, see power.go.
	Dampers [3]func(*DamperCall[T])
	Works   [3]func(*DamperCall[T])
	// Links is Dampers and Drag for links of chains; nil without such code.
	Links func(*LinkCall[T])
	Drag  func(*DragCall[T])
	// Slide sums the dissipation of a plane for masses that slide on it or stick to it.
	Slide func(*SlideCall[T])
	// Pull sums the power of external forces on masses, and Dissipation sums the power that pairs dissipate.
	Pull        func(*PullCall[T])
	Dissipation func(*DissipationCall[T])
	// Wind evaluates wind on triangles, and Gather adds the shares of masses to forces.
	Wind   func(*WindCall[T])
	Gather func(*GatherCall[T])
	// Near finds slices that are near boxes.
	Near func(*NearCall[T])
	// Unfused are Integrate, Verlet and Stage with the bits of plain Go; nil without such code.
	Unfused [3]func(*IntegrateCall[T])
}

// ForcesCall holds the arguments of a forces kernel; Set fills it. Assembly reads the first
// fields, which have 8 bytes each; generate/args.go has their offsets, and a test compares
// the two. The fields of the next slice are addresses, since they end past the last slice,
// where pointers must not be.
type ForcesCall[T table.Real] struct {
	x       *T                  // first lane of the first slice, in the array x
	stride  int64               // from the array x to y, z, vx, vy and vz in turn [bytes]
	slots   uintptr             // slots of the next slice
	columns uintptr             // columns of the next slice
	records *table.Record[T]    // records of all classes
	lanes   *table.LaneTable[T] // see table.Table.Lanes
	ends    *table.SliceEnd     // the end before the first slice
	out     *T                  // forces [N]: for each slice 16 along x, then y, then z
	bytes   int64               // number of slices times the 64 bytes that each has of an array
	v       *T                  // first lane in vx, to fetch for the integration
	nextX   *T                  // first lane in x of the state to come, to fetch
	perMass *T                  // first lane of 1/m, to fetch
	reach   int64               // how far ahead in x to fetch [bytes]
	Move    *IntegrateCall[T]   // the integration, for a kernel that does both
	packed  *T                  // first lane of the first slice in the packed copy; nil: columns gather from the arrays
	runs    *RunState[T]        // runs of the handoff
	pairs   uintptr             // pairs of the next slice
	carries *T                  // carries of the handoff
	spans   uintptr             // spans of the next slice
	perSpan int64               // size of the spans of a slice [bytes]

	Handoff *forceHandoff[T] // the handoff in use; it continues from call to call

	// Plain Go reads these.
	count int // number of slices
	table *table.Table[T]
	from  Motion[T]
	first int // number of the first slice
	Force []T // as out
}

// Set aims a call at count slices from first on. It reads the state in from, and writes
// forces to out, which has 48 numbers for each slice.
func (c *ForcesCall[T]) Set(t *table.Table[T], from Motion[T], first, count int, out []T) {
	c.table, c.from, c.first, c.count, c.Force = t, from, first, count, out
	c.x, c.stride = from.lane(first*table.Width), from.strideBytes()
	c.slots, c.columns, c.pairs, c.spans = 0, 0, 0, 0
	if at := int(t.Ends[first].Slot); at < len(t.Slots) {
		c.slots = address(&t.Slots[at])
	}
	if at := int(t.Ends[first].Column) * table.Width * t.Words(); at < len(t.Columns) {
		c.columns = address(&t.Columns[at])
	}
	c.records, c.lanes, c.ends = &t.Records[0], &t.Lanes, &t.Ends[first]
	if t.Pattern.Members > 0 {
		c.pairs = address(&t.Pairs[first*t.Pattern.Members])
		c.spans, c.perSpan = address(&t.Spans[first*len(t.Pattern.Runs)]), table.SpanBytes*int64(len(t.Pattern.Runs))
	}
	c.runs, c.carries = &c.Handoff.Runs[0], &c.Handoff.Carries[0]
	c.out, c.bytes = &out[0], int64(count)*table.Width*table.SizeOf[T]()
	c.v, c.nextX, c.perMass, c.reach = c.x, c.x, c.x, t.Reach
	c.packed = from.packedLane(first * table.Width)
}

// address returns the address of something that the table of the call keeps alive.
func address[T any](at *T) uintptr { return uintptr(unsafe.Pointer(at)) }

// Fetch names the memory that the integration of the same slices will need, so that the
// kernel fetches it into the cache.
func (c *ForcesCall[T]) Fetch(then Motions[T], v Motion[T], m *Masses[T]) {
	at := c.first * table.Width
	c.v, c.nextX, c.perMass = &v.Array(ArrayVX)[table.Width+at], then.Position.lane(at), &m.PerMass[at]
}

// IntegrateCall holds the arguments and the result of an integrate kernel; Set fills it.
// Assembly reads the first fields, as with ForcesCall.
type IntegrateCall[T table.Real] struct {
	x, nextX     *T          // first lane, in the arrays x before and after the step
	stride       int64       // from array to array, before and after [bytes]
	v, nextV     *T          // first lane, in the arrays vx before and after; may be the same
	perMass      *T          // 1/m of the first lane [1/kg]
	movable      *Movable    // movable axes of the first slice
	force        *T          // as ForcesCall.out
	numbers      *Numbers[T] // numbers of the step
	contacts     *contact[T] // planes, or nil
	contactCount int64       // number of planes
	count        int64       // number of slices
	Bad          uint64      // result: not 0 when a new position is not a finite number
	a            *T          // for velocity Verlet, the acceleration of the first lane, in the array x; for RK4 its registers; nil otherwise
	Phases       int64       // for velocity Verlet, the phases to do, see PhaseKick
	packed       *T          // first lane in the packed copy of the state to come, or nil
	packedStep   int64       // from a mass to the next in the packed copy [bytes]
	Stage        int64       // of RK4, from 0

	// Plain Go reads these.
	solids       []solid[T]   // contacts of all shapes
	ofMass       *PerMass[T]  // nil: no contact is per mass
	met          []solid[T]   // scratch
	near         []int32      // scratch: solids that masses of a slice may touch
	second       int          // 1 less the axis that findNear looks along second, 0 or 1
	touches      []touched[T] // scratch: touches of a slice, by lanes
	flat         []contact[T] // scratch: planes that stand still
	beside       NearCall[T]  // scratch: all other contacts
	ends         []uint8      // scratch
	sets         *Masses[T]
	from, to     Motions[T]
	acceleration Motion[T] // three arrays, or empty
	stages       Motion[T] // of RK4, or empty
	first        int       // number of the first slice
	out          []T
}

// Motions are the buffers of a state: velocities may lie in another buffer than positions.
type Motions[T table.Real] struct{ Position, Velocity Motion[T] }

// Movable describes which of 16 masses move along x, y and z, with a bit for each mass; the
// fourth word is 0. It takes 8 bytes.
type Movable [4]uint16

// Numbers are the numbers of a step, rounded to float32.
type Numbers[T table.Real] struct {
	DT      T    // [s]
	Drag    T    // the factor that drag leaves of a velocity
	Gravity [3]T // [m/s²]
	Half    T    // dt/2 [s]
	Rate    T    // ln 2/half-life of drag [1/s]
	Fall    [3]T // dt g [m/s]

	Reach T // how far friction as an impulse moves a mass, see model.Params.FrictionReach [s]

	Old bool // whether masses move with their old velocity, as in explicit Euler
}

// NumbersOf rounds the numbers of a run, whose step must not be zero.
func NumbersOf[T table.Real](p model.Params) Numbers[T] {
	return Numbers[T]{
		Reach: T(p.FrictionReach()), Old: p.Integrator == model.ExplicitEuler,
		DT: T(p.DT), Half: T(p.DT / 2), Drag: T(p.DragFactor()), Rate: T(p.DragRate()),
		Gravity: Narrow[T](p.Gravity), Fall: Narrow[T](p.Gravity.Mul(p.DT)),
	}
}

// Masses hold the constants of the masses, by lane. They take 4.5 bytes for each.
type Masses[T table.Real] struct {
	PerMass []T       // 1/m [1/kg], 0 when pinned on all axes
	Movable []Movable // movable axes of each slice
}

// Integration holds the data of a run for kernels that integrate, except the state.
type Integration[T table.Real] struct {
	Masses       Masses[T]
	Numbers      Numbers[T]
	Planes       []contact[T] // contacts that kernels in assembly know
	Solids       []solid[T]   // all contacts
	PerMass      *PerMass[T]  // nil: no contact is per mass
	Acceleration Motion[T]    // accelerations of velocity Verlet; empty for other integrators
	Stages       Motion[T]    // of RK4, see StageGo; empty for other integrators
}

// Set aims a call at count slices from first on, from one state to another, where force
// holds the forces as ForcesCall writes them. It asks velocity Verlet for a kick and the
// drift of the next step.
func (c *IntegrateCall[T]) Set(g *Integration[T], from, to Motions[T], first, count int, force []T) {
	at := first * table.Width
	m := &g.Masses
	c.ofMass = g.PerMass
	c.from, c.to, c.sets, c.solids, c.first, c.out, c.acceleration = from, to, m, g.Solids, first, force, g.Acceleration
	c.x, c.nextX, c.stride = from.Position.lane(at), to.Position.lane(at), from.Position.strideBytes()
	c.v, c.nextV = &from.Velocity.Array(ArrayVX)[table.Width+at], &to.Velocity.Array(ArrayVX)[table.Width+at]
	c.perMass, c.movable, c.force, c.numbers = &m.PerMass[at], &m.Movable[first], &force[0], &g.Numbers
	c.contacts, c.contactCount = nil, int64(len(g.Planes))
	if len(g.Planes) > 0 {
		c.contacts = &g.Planes[0]
	}
	c.count, c.Bad = int64(count), 0
	c.packed, c.packedStep = to.Position.packedLane(at), table.SizeOf[T]()*int64(to.Position.PackedOf)
	c.stages = g.Stages
	c.a, c.Phases = nil, PhaseKick|PhaseDrift
	switch {
	case c.acceleration.Arena != nil:
		c.a = c.acceleration.lane(at)
	case c.stages.Arena != nil:
		c.a = c.stages.lane(at)
	}
}

// ForThisMachine returns the kernels that this machine can run, fastest first.
func ForThisMachine[T table.Real]() []Kernel[T] {
	all, _ := any(singles()).([]Kernel[T])
	wide, _ := any(doubles()).([]Kernel[T])
	return append(append(all, wide...), PlainGo[T]())
}

// Names returns the names of the kernels that this machine can run, fastest
// first.
func Names[T table.Real]() []string {
	var names []string
	for _, k := range ForThisMachine[T]() {
		names = append(names, k.Name)
	}
	return names
}

// Named returns the kernel of that name; an empty name means the fastest. An error lists the
// names that this machine can run.
func Named[T table.Real](name string) (Kernel[T], error) {
	all := ForThisMachine[T]()
	if name == "" {
		return all[0], nil
	}
	i := slices.IndexFunc(all, func(k Kernel[T]) bool { return k.Name == name })
	if i < 0 {
		return Kernel[T]{}, fmt.Errorf("cpu: kernel %q is unknown or not for this machine; it can run %v", name, Names[T]())
	}
	return all[i], nil
}

// MassesOf returns the constants of the masses, in the order of a table.
func MassesOf[T table.Real](m *model.Model, o table.LaneOrder) Masses[T] {
	out := Masses[T]{AlignedFloats[T](len(o.MassOf)), make([]Movable, len(o.MassOf)/table.Width)}
	o.Each(func(lane, mass int) {
		out.PerMass[lane] = T(m.InverseMass(mass))
		for axis := range 3 {
			if m.PinOf(mass)&(model.PinX<<axis) == 0 {
				out.Movable[lane/table.Width][axis] |= 1 << (lane % table.Width)
			}
		}
	})
	return out
}
