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
type Kernel struct {
	Name string
	// packed says that columns read the packed copy, if there is one.
	packed bool
	// Forces sums the spring forces on the masses of some slices, by table.Format.
	Forces [3][2]func(*ForcesCall)
	// Steps sums the spring forces and integrates by symplectic Euler, so that forces
	// stay in registers; nil where there is no such code.
	Steps [3][2]func(*ForcesCall)
	// Chains does what Steps does for links of chains, see table.Chain; nil where there
	// is no such code.
	Chains [2]func(*ForcesCall)
	// Hands only hands on the forces of pairs, see forceHandoff.
	Hands [2]func(*ForcesCall)
	// Integrate advances the masses of some slices by symplectic Euler.
	Integrate func(*IntegrateCall)
	// Verlet advances the masses of some slices by velocity Verlet.
	Verlet func(*IntegrateCall)
	// Stage does what follows the forces of a stage of RK4.
	Stage func(*IntegrateCall)
	// Press sums the pushes of pairs of masses that touch.
	Press func(*PressCall)
	// Rub sums a pass of the friction of pairs, and Nudge moves masses by all of it.
	Rub, Nudge func(*RubCall)
	// Add adds numbers to others, see AddGo.
	Add func(to, from []float32)
	// Moved measures how far masses have moved.
	Moved func(*MovedCall)
	// Load adds a load on many masses to forces.
	Load func(*LoadCall)
}

// ForcesCall holds the arguments of a forces kernel; Set fills it. Assembly reads the first
// fields, which have 8 bytes each; generate/args.go has their places, and a test compares
// the two. The fields of the next slice are addresses, since they end past the last slice,
// where pointers must not be.
type ForcesCall struct {
	x       *float32         // first lane of the first slice, in the array x
	stride  int64            // from the array x to y, z, vx, vy and vz in turn [bytes]
	slots   uintptr          // slots of the next slice
	columns uintptr          // columns of the next slice
	records *table.Record    // records of all classes
	lanes   *table.LaneTable // see table.Table.Lanes
	ends    *table.SliceEnd  // the end before the first slice
	out     *float32         // forces [N]: for each slice 16 along x, then y, then z
	bytes   int64            // number of slices times the 64 bytes that each has of an array
	v       *float32         // first lane in vx, to fetch for the integration
	nextX   *float32         // first lane in x of the state to come, to fetch
	perMass *float32         // first lane of 1/m, to fetch
	reach   int64            // how far ahead in x to fetch [bytes]
	Move    *IntegrateCall   // the integration, for a kernel that does both
	packed  *float32         // first lane of the first slice in the packed copy; nil: columns gather from the arrays
	runs    *RunState        // runs of the handoff
	pairs   uintptr          // pairs of the next slice
	carries *float32         // carries of the handoff
	spans   uintptr          // spans of the next slice
	perSpan int64            // size of the spans of a slice [bytes]

	Handoff *forceHandoff // the handoff in use; it goes on from call to call

	// Plain Go reads these.
	count int // number of slices
	table *table.Table
	from  Motion
	first int       // number of the first slice
	Force []float32 // as out
}

// Set aims a call at count slices from first on. It reads the state in from, and writes
// forces to out, which has 48 numbers for each slice.
func (c *ForcesCall) Set(t *table.Table, from Motion, first, count int, out []float32) {
	c.table, c.from, c.first, c.count, c.Force = t, from, first, count, out
	c.x, c.stride = from.lane(first*table.Width), from.strideBytes()
	c.slots, c.columns, c.pairs, c.spans = 0, 0, 0, 0
	if at := int(t.Ends[first].Slot); at < len(t.Slots) {
		c.slots = address(&t.Slots[at])
	}
	if at := int(t.Ends[first].Column) * table.Width * t.Format.Words(); at < len(t.Columns) {
		c.columns = address(&t.Columns[at])
	}
	c.records, c.lanes, c.ends = &t.Records[0], &t.Lanes, &t.Ends[first]
	if t.Pattern.Members > 0 {
		c.pairs = address(&t.Pairs[first*t.Pattern.Members])
		c.spans, c.perSpan = address(&t.Spans[first*len(t.Pattern.Runs)]), table.SpanBytes*int64(len(t.Pattern.Runs))
	}
	c.runs, c.carries = &c.Handoff.Runs[0], &c.Handoff.Carries[0]
	c.out, c.bytes = &out[0], int64(count)*4*table.Width
	c.v, c.nextX, c.perMass, c.reach = c.x, c.x, c.x, t.Reach
	c.packed = from.packedLane(first * table.Width)
}

// address is the address of something that the table of the call keeps alive.
func address[T any](at *T) uintptr { return uintptr(unsafe.Pointer(at)) }

// Fetch names the memory that the integration of the same slices will need, so that the
// kernel fetches it into the cache.
func (c *ForcesCall) Fetch(then Motions, v Motion, m *Masses) {
	at := c.first * table.Width
	c.v, c.nextX, c.perMass = &v.Array(ArrayVX)[table.Width+at], then.Position.lane(at), &m.PerMass[at]
}

// IntegrateCall holds the arguments and the result of an integrate kernel; Set fills it.
// Assembly reads the first fields, as with ForcesCall.
type IntegrateCall struct {
	x, nextX     *float32 // first lane, in the arrays x before and after the step
	stride       int64    // from array to array, before and after [bytes]
	v, nextV     *float32 // first lane, in the arrays vx before and after; may be the same
	perMass      *float32 // 1/m of the first lane [1/kg]
	movable      *Movable // movable axes of the first slice
	force        *float32 // as ForcesCall.out
	numbers      *Numbers // numbers of the step
	contacts     *contact // planes, or nil
	contactCount int64    // number of planes
	count        int64    // number of slices
	Bad          uint64   // result: not 0 when a new position is not a finite number
	a            *float32 // for velocity Verlet, the acceleration of the first lane, in the array x; for RK4 what it keeps; nil otherwise
	Phases       int64    // for velocity Verlet, the phases to do, see PhaseKick
	packed       *float32 // first lane in the packed copy of the state to come, or nil
	packedStep   int64    // from a mass to the next in the packed copy [bytes]
	Stage        int64    // of RK4, from 0

	// Plain Go reads these.
	solids       []solid  // contacts of all shapes
	ofMass       *PerMass // nil: no contact is per mass
	met          []solid  // scratch
	sets         *Masses
	from, to     Motions
	acceleration Motion // three arrays, or empty
	stages       Motion // of RK4, or empty
	first        int    // number of the first slice
	out          []float32
}

// Motions are the buffers of a state: velocities may lie in another buffer than positions.
type Motions struct{ Position, Velocity Motion }

// Movable says which of 16 masses move along x, y and z, with a bit for each mass; the
// fourth word is 0. It takes 8 bytes.
type Movable [4]uint16

// Numbers are the numbers of a step, rounded to float32.
type Numbers struct {
	DT      float32    // [s]
	Drag    float32    // the factor that drag leaves of a velocity
	Gravity [3]float32 // [m/s²]
	Half    float32    // dt/2 [s]
	Rate    float32    // ln 2/half-life of drag [1/s]
	Fall    [3]float32 // dt g [m/s]

	Reach float32 // how far friction as an impulse moves a mass, see model.Params.FrictionReach [s]

	Old bool // whether masses move with their old velocity, as in explicit Euler
}

// NumbersOf rounds the numbers of a run, whose step must not be zero.
func NumbersOf(p model.Params) Numbers {
	return Numbers{
		Reach: float32(p.FrictionReach()), Old: p.Integrator == model.ExplicitEuler,
		DT: float32(p.DT), Half: float32(p.DT / 2), Drag: float32(p.DragFactor()), Rate: float32(p.DragRate()),
		Gravity: Narrow(p.Gravity), Fall: Narrow(p.Gravity.Mul(p.DT)),
	}
}

// Masses hold what does not change of the masses, by lane. They take 4.5 bytes for each.
type Masses struct {
	PerMass []float32 // 1/m [1/kg], 0 when pinned on all axes
	Movable []Movable // movable axes of each slice
}

// Integration holds what kernels that integrate need of a run, except the state.
type Integration struct {
	Masses       Masses
	Numbers      Numbers
	Planes       []contact // contacts that kernels in assembly know
	Solids       []solid   // all contacts
	PerMass      *PerMass  // nil: no contact is per mass
	Acceleration Motion    // accelerations of velocity Verlet; empty for other integrators
	Stages       Motion    // of RK4, see StageGo; empty for other integrators
}

// Set aims a call at count slices from first on, from one state to another, where force
// holds the forces as ForcesCall writes them. It asks velocity Verlet for a kick and the
// drift of the next step.
func (c *IntegrateCall) Set(g *Integration, from, to Motions, first, count int, force []float32) {
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
	c.packed, c.packedStep = to.Position.packedLane(at), 4*int64(to.Position.PackedOf)
	c.stages = g.Stages
	c.a, c.Phases = nil, PhaseKick|PhaseDrift
	switch {
	case c.acceleration.Arena != nil:
		c.a = c.acceleration.lane(at)
	case c.stages.Arena != nil:
		c.a = c.stages.lane(at)
	}
}

// Names are the names of the kernels that this machine can run, fastest
// first.
func Names() []string {
	var names []string
	for _, k := range ForThisMachine() {
		names = append(names, k.Name)
	}
	return names
}

// Named is the kernel of that name; an empty name means the fastest. An error lists the
// names that this machine can run.
func Named(name string) (Kernel, error) {
	all := ForThisMachine()
	if name == "" {
		return all[0], nil
	}
	i := slices.IndexFunc(all, func(k Kernel) bool { return k.Name == name })
	if i < 0 {
		return Kernel{}, fmt.Errorf("cpu: kernel %q is unknown or not for this machine; it can run %v", name, Names())
	}
	return all[i], nil
}

// MassesOf returns what does not change of the masses, in the order of a table.
func MassesOf(m *model.Model, o table.LaneOrder) Masses {
	out := Masses{AlignedFloats(len(o.MassOf)), make([]Movable, len(o.MassOf)/table.Width)}
	o.Each(func(lane, mass int) {
		out.PerMass[lane] = float32(m.InverseMass(mass))
		for axis := range 3 {
			if m.PinOf(mass)&(model.PinX<<axis) == 0 {
				out.Movable[lane/table.Width][axis] |= 1 << (lane % table.Width)
			}
		}
	})
	return out
}
