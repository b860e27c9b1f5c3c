package shaders

// Params is the uniform block of a run. 144 bytes.
type Params struct {
	Gravity      [4]float32 // xyz [m/s²]
	GravityLow   [4]float32 // second words; see real.glsl
	DT           float32    // [s]
	DragFactor   float32    // what drag leaves of a velocity per step, 1: no drag
	MassCount    uint32
	SpringCount  uint32
	ContactCount uint32
	PaletteCount uint32 // materials, without those of single springs

	DTLow         float32 // second words; see real.glsl
	DragFactorLow float32
	LoadCount     uint32 // without their second words
	SignalVectors uint32 // of a row, without their second words

	DragRate      float32 // ln 2/half-life [1/s], 0: no drag
	DragRateLow   float32
	Runaway       float32 // length that no spring may exceed [m]
	FrictionReach float32 // what friction as an impulse moves a mass by, per change of velocity [s]

	FrictionReachLow float32 // second words; see real.glsl
	QuadraticDragLow float32
	WindDragLow      float32
	WindLiftLow      float32

	CommonLoads uint32 // loads on all masses, the first of the loads
	GuidedCount uint32 // masses that guides hold, without their second words

	QuadraticDrag float32 // q [kg/m]
	WindDrag      float32 // ½ ρ CD [kg/m³]
	WindLift      float32 // ½ ρ CL [kg/m³]
	WindSignal    uint32  // number of the first of three signals, the velocity of the air [m/s]

	DragTaken    float32 // rate of what drag takes, for the ledger, see model.Params.DragTaken [1/s]
	DragTakenLow float32
	Reserved0    uint32
	Reserved1    uint32
}

// Range is the uniform block of a dispatch in a model whose arrays are longer than a
// storage block may be: the masses or springs that it is for. What belongs to them,
// and the part of other arrays that they need, are windows of the arrays: the blocks
// and samplers of the dispatch. Of an array with second words each range has its
// first words, then its second ones. 32 bytes.
type Range struct {
	First    uint32 // number of its first mass or spring
	Count    uint32
	State    uint32 // the mass at which the windows of position and velocity begin
	Force    uint32 // the spring at which the window of force begins
	Contacts uint32 // word of the window of the table at which contacts begin
	Group    uint32 // work groups of the ranges before, where those have records
	Last     uint32 // 1: there is none behind it
	Reserved uint32
}

// SignalCount is how many vectors of signals a step has: 16 KiB, the least that
// OpenGL 4.3 promises of a uniform block.
const SignalCount = 1024

// Signals is the uniform block of what changes with time: a row for each time
// at which a step evaluates something. Signals are numbered through all vectors;
// signalLayout of package gpu says which is which. Rest scales come first. 16 KiB.
type Signals struct {
	Signal [SignalCount][4]float32
}

// PaletteCount is how many vectors the palette has.
const PaletteCount = 1022

// Palette is the uniform block of the pipeline fused: an entry for each class of
// springs, which is the bits of k [N/m], c [N·s/m] and rest length [m], and in w the
// flags of the material below the actuator + 1 (0: none) in the upper half; in
// precisions above single the second half holds second words. Numbers are kept as
// bits, since a device may change whole numbers that pass for floats. 16,368 bytes.
type Palette struct {
	Kind         [PaletteCount][4]uint32
	RegularCount uint32
	Parity       uint32 // 0 or 1, in turn for each evaluation since the last reset
	Reserved0    uint32
	Reserved1    uint32
}

// Shapes of a contact, as contact.glsl numbers them.
const (
	ShapePlane uint32 = iota
	ShapeSphere
	ShapeBox
	ShapeCapsule
)

// Kinds of a load, as load.comp numbers them.
const (
	LoadForce uint32 = iota
	LoadMotor
	LoadHandle
)

// Kinds of a guide, as guide.comp numbers them.
const (
	GuideLine uint32 = iota
	GuidePlane
	GuidePath
)

// Terms of the energy ledger, as ledger.glsl numbers them.
const (
	LedgerElastic uint32 = iota
	LedgerKinetic
	LedgerGravitational // without masses pinned on all axes
	LedgerContact
	LedgerDamping // from here on flows, which stay 0 where no ledger is kept
	LedgerContactDamping
	LedgerDrag
	LedgerFriction
	LedgerExternal
	LedgerConstraints // of springs at what paths move
	LedgerActuators   // work since a step before, not a power
	LedgerMotion      // kinetic energy of the velocities of the state
	LedgerTerms
)

// LedgerGroups is how many work groups sum a term, at most.
const LedgerGroups = 1024
