package cpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/model"
)

// kernel is the two inner loops in one instruction set. What they compute is
// the same within a few roundings; see kernel_go.go, which is plain.
type kernel struct {
	name string
	// packed says that columns read the packed copy, if there is one.
	packed bool
	// forces sums the spring forces on the masses of some slices, by format;
	// [1] with dampers and tension-only springs, [0] without.
	forces [3][2]func(*forcesCall)
	// steps does both for symplectic Euler, so that forces stay in registers; nil
	// where there is no such code.
	steps [3][2]func(*forcesCall)
	// chains does the same for links of chains, see chain; nil where there is no
	// such code.
	chains [2]func(*forcesCall)
	// hands only hands on the forces of pairs, see handing.
	hands [2]func(*forcesCall)
	// integrate advances the masses of some slices by symplectic Euler.
	integrate func(*integrateCall)
	// verlet does the same by velocity Verlet.
	verlet func(*integrateCall)
}

// forcesCall is what a forces kernel works on. Assembly reads the first fields,
// 8 bytes each; generate/args.go has their places, and a test compares.
type forcesCall struct {
	x       *float32       // first lane of the first slice, in the array x
	stride  int64          // to y, z, vx, vy and vz [bytes]
	slots   uintptr        // the next slice's. Addresses, for these end past the last one, where pointers must not
	columns uintptr        // the next slice's
	records *record        // of all classes
	lanes   *laneTable     // see table.lanes
	ends    *sliceEnd      // before the first slice
	out     *float32       // forces [N]: for each slice 16 of x, of y and of z
	bytes   int64          // slices, times the 64 bytes that each has of an array
	v       *float32       // first lane in vx, to be fetched for the integration
	nextX   *float32       // and in x of the state to come
	perMass *float32       // and of 1/m
	reach   int64          // how far ahead in x to fetch [bytes]
	move    *integrateCall // for a kernel that does both
	packed  *float32       // first lane of the first slice in the packed copy; nil: columns gather from the arrays
	runs    *runState      // of the handing
	pairs   uintptr        // the next slice's
	carries *float32       // of the handing
	spans   uintptr        // the next slice's
	perSpan int64          // size of those of a slice [bytes]

	handing *handing // in use; it goes on from call to call

	count int    // slices
	table *table // the same for plain Go
	from  motion
	first int // slice
	force []float32
}

// set aims a call at count slices from first on, from a state.
func (c *forcesCall) set(t *table, from motion, first, count int, out []float32) {
	c.table, c.from, c.first, c.count, c.force = t, from, first, count, out
	c.x, c.stride = from.lane(first*width), from.strideBytes()
	c.slots, c.columns, c.pairs, c.spans = 0, 0, 0, 0
	if at := int(t.ends[first].slot); at < len(t.slots) {
		c.slots = address(&t.slots[at])
	}
	if at := int(t.ends[first].column) * width * t.format.words(); at < len(t.columns) {
		c.columns = address(&t.columns[at])
	}
	c.records, c.lanes, c.ends = &t.records[0], &t.lanes, &t.ends[first]
	if t.pattern.members > 0 {
		c.pairs = address(&t.pairs[first*t.pattern.members])
		c.spans, c.perSpan = address(&t.spans[first*len(t.pattern.runs)]), spanBytes*int64(len(t.pattern.runs))
	}
	c.runs, c.carries = &c.handing.runs[0], &c.handing.carries[0]
	c.out, c.bytes = &out[0], int64(count)*4*width
	c.v, c.nextX, c.perMass, c.reach = c.x, c.x, c.x, t.reach
	c.packed = from.packedLane(first * width)
}

// address is that of something which the table of the call keeps alive.
func address[T any](at *T) uintptr { return uintptr(unsafe.Pointer(at)) }

// fetch names what the integration of the same slices will need.
func (c *forcesCall) fetch(then motions, v motion, m *masses) {
	at := c.first * width
	c.v, c.nextX, c.perMass = &v.array(arrayVX)[width+at], then.position.lane(at), &m.perMass[at]
}

// integrateCall is what an integrate kernel works on; see forcesCall.
type integrateCall struct {
	x, nextX     *float32 // first lane, in the arrays x before and after
	stride       int64    // of both [bytes]
	v, nextV     *float32 // first lane, in the arrays vx before and after; may be the same
	perMass      *float32 // 1/m of the first lane [1/kg]
	movable      *movable // of the first slice
	force        *float32 // as forcesCall.out
	numbers      *numbers // of the step
	contacts     *contact // planes, or nil
	contactCount int64    //
	count        int64    // slices
	bad          uint64   // result: not 0 when a new position is not a finite number
	a            *float32 // of velocity Verlet: acceleration of the first lane, in the array x
	phases       int64    // and what it does, see phaseKick
	packed       *float32 // first lane in the packed copy of the state to come, or nil
	packedStep   int64    // from a mass there to the next [bytes]

	solids       []solid // contacts of all shapes, for plain Go
	sets         *masses
	from, to     motions
	acceleration motion // three arrays, or nothing
	first        int
	out          []float32
}

// motions are the buffers of a state: velocities may lie in another one than
// positions, see buffers.
type motions struct{ position, velocity motion }

// movable says which of 16 masses move along x, y and z, a bit each. 8 bytes.
type movable [4]uint16

// numbers are those of a step.
type numbers struct {
	dt      float32    // [s]
	drag    float32    // what drag leaves of a velocity
	gravity [3]float32 // [m/s²]
	half    float32    // dt/2 [s]
	rate    float32    // ln 2/half-life of drag [1/s]
	fall    [3]float32 // dt g [m/s]
}

func numbersOf(p model.Params) numbers {
	return numbers{
		dt: float32(p.DT), half: float32(p.DT / 2), drag: float32(p.DragFactor()), rate: float32(p.DragRate()),
		gravity: narrow(p.Gravity), fall: narrow(p.Gravity.Mul(p.DT)),
	}
}

// masses are the frozen numbers of masses, by lane: 4.5 bytes each.
type masses struct {
	perMass []float32 // 1/m [1/kg], 0 when pinned on all axes
	movable []movable // of each slice
}

// set aims a call at count slices from first on, from one state to another. A
// step of velocity Verlet goes on to the next drift.
func (c *integrateCall) set(e *Engine, from, to motions, first, count int, force []float32) {
	at := first * width
	m := &e.masses
	c.from, c.to, c.sets, c.solids, c.first, c.out, c.acceleration = from, to, m, e.solids, first, force, e.acceleration
	c.x, c.nextX, c.stride = from.position.lane(at), to.position.lane(at), from.position.strideBytes()
	c.v, c.nextV = &from.velocity.array(arrayVX)[width+at], &to.velocity.array(arrayVX)[width+at]
	c.perMass, c.movable, c.force, c.numbers = &m.perMass[at], &m.movable[first], &force[0], &e.numbers
	c.contacts, c.contactCount = nil, int64(len(e.planes))
	if len(e.planes) > 0 {
		c.contacts = &e.planes[0]
	}
	c.count, c.bad = int64(count), 0
	c.packed, c.packedStep = to.position.packedLane(at), 4*int64(to.position.packedOf)
	c.a, c.phases = nil, phaseKick|phaseDrift
	if c.acceleration.arena != nil {
		c.a = c.acceleration.lane(at)
	}
}

// Kernels are the names of the kernels that this machine can run, fastest
// first.
func Kernels() []string {
	var names []string
	for _, k := range kernels() {
		names = append(names, k.name)
	}
	return names
}

// kernelNamed is the kernel of that name; empty means the fastest.
func kernelNamed(name string) (kernel, error) {
	all := kernels()
	if name == "" {
		return all[0], nil
	}
	i := slices.IndexFunc(all, func(k kernel) bool { return k.name == name })
	if i < 0 {
		return kernel{}, fmt.Errorf("cpu: kernel %q is unknown or not for this machine; it can run %v", name, Kernels())
	}
	return all[i], nil
}
