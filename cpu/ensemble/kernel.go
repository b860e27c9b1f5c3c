package ensemble

import (
	"fmt"
	"unsafe"
)

// springCall holds the arguments of the kernel of springs. The program in cpu/generate/ensemble has
// the offsets of these fields, and a test compares.
type springCall struct {
	masses  *float32 // of a pack
	laws    *float32
	springs *spring
	runs    *run
	count   int64 // of runs, at least 1

	longest *float32 // result: the largest L² that a spring of each member had [m²], see physics.RunawayLength
}

// moveCall holds the arguments of the kernel of masses.
type moveCall struct {
	masses   *float32 // of a pack
	list     *mass
	count    int64    // of masses that move, at least 1
	scales   *float32 // vectors that multiply dt/m
	contacts *float32 // see contactRows
	planes   int64    // how many contacts there are
	numbers  *float32 // see numberRows
	touching *byte    // result: of each mass of the model, 16 bits: the members of which it is in a contact
	alive    uint64   // bits of the members that are stepped
	bad      uint64   // result: bits of the members of which a position is not a finite number
	slip     *float64 // of each mass of the model, 16 numbers to which |v_t| is added [m/s] while it touches a plane; nil: not requested
	any      uint64   // result, added to: bits of the members of which any mass is in a contact
	dt       float32  // [s]
}

// A contact of a pack has rows of 16 numbers.
const (
	rowNormal   = 0 // x, y and z, out of the solid
	rowOffset   = 3 // along the normal [m]
	rowPush     = 4 // kc [N/m]
	rowBrake    = 5 // bc [N·s/m]
	rowStatic   = 6 // μs
	rowKinetic  = 7 // μk
	contactRows = 8
	contactSize = contactRows * lanes
)

// The numbers of a pack have these rows.
const (
	rowFall     = 0 // dt g [m/s]
	rowDrag     = 3 // factor of drag on a velocity
	rowAlive    = 4 // all bits for members that are stepped, else 0
	numberRows  = 5
	numbersSize = numberRows * lanes
)

// A muscle of a pack has these rows.
const (
	rowAmplitude = iota // a
	rowScale            // result: L0(t)/L0
	rowTurn             // where in the cycle it is, as an integer: 2^32 is a cycle
	muscleRows
	muscleSize = muscleRows * lanes
)

// driveCall holds the arguments of the kernel of muscles.
type driveCall struct {
	muscles *float32
	count   int64 // of muscles, at least 1
	laws    *float32
	rest    *float32 // of each law, the scale of its rest lengths without a muscle
	driven  *driven
	pulled  int64 // how many laws have a muscle, at least 1
}

// driven is a law with a muscle, and the indices of both.
type driven struct{ law, rest, muscle uint32 }

// kernel is an implementation of the three parts of a step, and of measurements.
type kernel struct {
	name    string
	springs [2]func(*springCall) // plain, and the full form; see springsGo
	move    func(*moveCall)
	drive   func(*driveCall)
	places  func(*placeCall)
	stretch func(*stretchCall)

	member  [2]func(*memberCall) // springs of one member, as springs
	spread  func(*turnCall)
	strains func(*strainCall)
	moments func(*placeCall)
	limits  kernelLimits // of the kernel of springs of one member; one that may read any block has the other ends one by one
}

// plainGo returns the kernel to read; the others have its bits.
func plainGo() kernel {
	return kernel{name: "go", springs: [2]func(*springCall){func(c *springCall) { springsGo(c, false) }, func(c *springCall) { springsGo(c, true) }}, move: moveGo, drive: driveGo, places: placesGo, stretch: stretchGo,
		member: [2]func(*memberCall){func(c *memberCall) { memberSpringsGo(c, false) }, func(c *memberCall) { memberSpringsGo(c, true) }}, spread: spreadGo, strains: strainsGo, moments: momentsGo}
}

// kernels returns those that this machine can run, fastest first.
func kernels() []kernel { return append(assembled(), plainGo()) }

// Kernels returns the names of the kernels that this machine can run, fastest first.
func Kernels() []string {
	var names []string
	for _, k := range kernels() {
		names = append(names, k.name)
	}
	return names
}

// kernelOf returns the kernel of a name; an empty name is that of the fastest.
func kernelOf(name string) (kernel, error) {
	for _, k := range kernels() {
		if name == "" || k.name == name {
			return k, nil
		}
	}
	return kernel{}, fmt.Errorf("ensemble: there is no kernel %q; this machine has %v", name, Kernels())
}

// vectors are count numbers that begin at a multiple of 64 bytes, so that a row is a cache line.
func vectors(count int) []float32 {
	all := make([]float32, count+lanes-1)
	skip := 0
	for uintptr(unsafe.Pointer(&all[skip]))%64 != 0 {
		skip++
	}
	return all[skip : skip+count : skip+count]
}
