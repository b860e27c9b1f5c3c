package ensemble

// width is how many springs of one member a vector has.
const width = 8

// springGroup is 8 springs of one member, as kernels read them. It takes 192 bytes. Ends are 16 times the slot of a mass.
type springGroup struct {
	a, b               [width]uint32
	rest, scale        [width]float32 // L0(t) is their product [m]
	stiffness, damping [width]float32 // [N/m], [N·s/m]
}

// bounds are what the full form of the kernel reads of a group beside.
type bounds struct {
	slack [width]float32 // there is no force unless L − L0 is more [m]: 0 for cables, −Inf for others
	floor [width]float32 // the least force [N]: 0 for cables, −Inf for others
}

// gauge is what is measured of a group.
type gauge struct {
	perRest [width]float32 // 1/L0 of the model [1/m]; 0 where that is 0
	driven  [width]float32 // k of springs with a muscle [N/m], 0 of others
	bounds
	before [width]float32 // scale at the last sample
	length [width]float32 // L then [m]
}

// Numbers of a mass where springs read and write them: place and velocity with a number beside each, and force.
const (
	endSize   = 8
	forceSize = 4
)

// memberCall holds the arguments of the kernel of springs of one member. The program in cpu/generate/ensemble has the places
// of the fields of these calls, and a test compares.
type memberCall struct {
	ends    *float32 // of each slot, 8 numbers: x, y, z, 0, and the same of the velocity
	apart   *float32 // result: of each spring 4 numbers, x, y and z of end A less those of end B, or the other way round, and 0 [m]
	groups  *springGroup
	bounds  *bounds  // nil in the plain form
	count   int64    // of groups, at least 1
	lengths *float32 // result: L of each spring [m]
	longest *float32 // result: the largest L² of the 1st, 2nd, ... springs of groups [m²]
	pulls   *float32 // result: of each group, what times apart is the force on ends B, and on ends A [N/m]
}

// turnCall holds the arguments of the kernel that turns what moves masses, 16 a row, into what springs read.
type turnCall struct {
	masses *float32 // blocks of 16 masses, with the rows of a mass of a pack
	ends   *float32
	count  int64 // of blocks, at least 1
}

// share is a spring at each of 8 masses: where apart has it, and where pulls do [bytes].
type share struct{ apart, pulls [width]uint32 }

// gatherCall holds the arguments of the kernel that adds up the forces on masses.
type gatherCall struct {
	masses *float32 // of which rows of forces are the result
	forces *float32 // of each slot, 4 numbers: what is added to; it becomes 0 [N]
	apart  *float32
	pulls  *float32
	shares *share  // of each half of a block, as many as its depth; in ascending order of springs
	depths *uint32 // of each half of a block
	count  int64   // of blocks, at least 1
}

// strainCall holds the arguments of the kernel that sums up how springs of one member are stretched.
type strainCall struct {
	groups  *springGroup
	gauges  *gauge
	lengths *float32
	count   int64    // of groups, at least 1
	most    *float32 // result: the largest |L − L0|/L0 of the 1st, 2nd, ... springs of groups
	work    *float32 // result: of each spring, work of its muscle since the last sample [J]
}
