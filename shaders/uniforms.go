package shaders

// Params is the uniform block of a run. It takes 128 bytes.
type Params struct {
	Gravity      [4]float32 // xyz [m/s²]
	GravityLow   [4]float32 // second words of Gravity; see real.glsl
	DT           float32    // [s]
	DragFactor   float32    // factor that drag leaves of a velocity in a step; 1: there is no drag
	MassCount    uint32
	SpringCount  uint32
	ContactCount uint32
	PaletteCount uint32 // number of materials, without the entries of single springs

	DTLow         float32 // second words; see real.glsl
	DragFactorLow float32
	SignalVectors uint32 // number of vectors of a row, without second words

	DragRate      float32 // ln 2/half-life [1/s]; 0: there is no drag
	DragRateLow   float32
	Runaway       float32 // length that no spring may exceed [m]
	FrictionReach float32 // distance by which friction as an impulse moves a mass, per change of velocity [s]

	FrictionReachLow float32 // second words; see real.glsl
	QuadraticDragLow float32

	CommonLoads uint32 // number of loads on all masses, which come first
	GuidedCount uint32 // number of masses that guides hold

	QuadraticDrag float32 // q [kg/m]
	WindDrag      float32 // ½ ρ CD [kg/m³]
	WindLift      float32 // ½ ρ CL [kg/m³]
	WindSignal    uint32  // number of the first of three signals, the velocity of the air [m/s]
	Reserved0     uint32
	Reserved1     uint32
	Reserved2     uint32
}

// Range is the uniform block of a dispatch in a model whose arrays are longer than a storage
// block may be. It names the masses or springs of the dispatch. The blocks and samplers of
// the dispatch are windows of the arrays, with the entries of these masses or springs and the
// part of other arrays that they need. In an array with second words each range has its first
// words, then its second words. The block takes 32 bytes.
type Range struct {
	First    uint32 // number of its first mass or spring
	Count    uint32 // number of its masses or springs
	State    uint32 // the mass at which the windows of position and velocity begin
	Force    uint32 // the spring at which the window of force begins; in passes of collisions the first of the masses that take part
	Contacts uint32 // word of the window of the table at which contacts begin; in passes of collisions where those masses end
	Group    uint32 // number of work groups of the ranges before, where work groups have records
	Last     uint32 // 1: it is the last range
	Reserved uint32
}

// Batch is the uniform block of a dispatch that makes several steps; see resident.comp. It
// takes 16 bytes.
type Batch struct {
	Steps     uint32 // at least 1
	Reserved0 uint32
	Reserved1 uint32
	Reserved2 uint32
}

// SignalCount is the number of vectors in a row of signals: they take 16 KiB, the size that
// OpenGL 4.3 promises for a uniform block.
const SignalCount = 1024

// Signals is the uniform block of the numbers that change with time: a row for the time at
// which a step evaluates something. Signals are numbered through all vectors;
// settings.SignalLayout says which is which. Rest scales come first. It takes 16 KiB.
type Signals struct {
	Signal [SignalCount][4]float32
}

// PaletteCount is the number of vectors of the palette.
const PaletteCount = 1022

// Palette is the uniform block of the pipeline fused, with an entry for each class of
// springs. An entry has the bits of k [N/m], c [N·s/m] and rest length [m], and in w the
// flags of the material in the lower half and the actuator + 1 (0: none) in the upper
// half. In precisions above single the second half of the palette holds second words.
// Numbers are kept as bits, since a device may change whole numbers that pass for floats.
// The block takes 16,368 bytes.
type Palette struct {
	Kind         [PaletteCount][4]uint32
	RegularCount uint32
	Parity       uint32 // 0 and 1 in turn, for each evaluation since the last reset
	Reserved0    uint32
	Reserved1    uint32
}

// These are the shapes of a contact, as contact.glsl numbers them.
const (
	ShapePlane uint32 = iota
	ShapeSphere
	ShapeBox
	ShapeCapsule
)

// These are the kinds of a load, as load.comp numbers them.
const (
	LoadForce uint32 = iota
	LoadMotor
	LoadHandle
)

// These are the kinds of a guide, as guide.comp numbers them.
const (
	GuideLine uint32 = iota
	GuidePlane
	GuidePath
)

// These are the terms of the energy of a state, as ledger.glsl numbers them.
const (
	LedgerElastic uint32 = iota
	LedgerKinetic
	LedgerGravitational // without masses pinned on all axes
	LedgerContact
	LedgerTerms
)

// LedgerGroups is the largest number of work groups that sum a term.
const LedgerGroups = 1024

// These are the bindings of the uniform blocks.
const (
	BindParams Binding = iota
	BindView           // the draw programs use it; see draw.go
	BindSignals
	BindSignalsBefore
	BindPalette
	BindRange
	BindCollision

	BindBatch = BindRange // of a model that is not divided
	BindSweep = BindRange // likewise
)
