package shaders

// Rules of the layout (they make std430, std140 and Go agree by construction):
// a storage block is an array of vec4, uvec2 or a struct of 4-byte scalars;
// never vec3, bool or nested structs. A uniform block has its vec4 and mat4
// members first, then 4-byte scalars, and a size that is a multiple of 16.
// A test enforces the rules for every record below.

// Storage records. One array of each lives on the device.
type (
	// Position of a mass. 16 bytes; a vec4, so that it is a vertex attribute.
	Position struct {
		Xyz         [3]float32 // [m]
		InverseMass float32    // [1/kg], 0: pinned on all axes
	}
	// Velocity of a mass. 16 bytes; a vec4.
	Velocity struct {
		Xyz [3]float32 // [m/s]
		Pin float32    // model.Pin as a small whole number, 0 to 7
	}
	// Ends of a spring: its two masses. 8 bytes; a uvec2, so that the array is
	// a line index buffer.
	Ends [2]uint32
	// Spring is what is particular to a spring. 8 bytes.
	Spring struct {
		RestLength float32 // without actuation [m]
		Kind       uint32  // low half: index into the palette, 0: removed; high half: actuator + 1, 0: none
	}
	// Material is an entry of the palette. Where materials do not say k and c in
	// SI units, or the precision is above single, an entry for each spring follows
	// the palette; in double, one with second words follows that. 12 bytes.
	Material struct {
		Stiffness float32 // k [N/m]
		Damping   float32 // c [N·s/m]
		Flags     uint32  // of the palette; bit 0: tension-only. Of a spring: the second word of its rest length
	}
	// Force of a spring on its end A; end B feels the opposite. 12 bytes.
	Force struct {
		X, Y, Z float32 // [N]
	}
	// Incidence is one (mass, spring) pair: spring number · 2, plus 1 when the
	// mass is end B. The array begins with masses + 1 entries that say where the
	// pairs of each mass begin: those of mass i are at [i] to [i+1]. 4 bytes.
	Incidence struct {
		Entry uint32
	}
	// Status is what the device tells the host without being asked. 24 bytes,
	// one record.
	Status struct {
		NonFinite         uint32 // (mass, step) pairs that were not finite
		FirstStep         uint32 // first such step since the last reset; all ones: none
		FirstMass         uint32 // lowest such mass in that step
		SpringForcePasses uint32 // spring-force passes that ran to the end
		IntegratePasses   uint32 // integrate passes that ran to the end
		Reserved          uint32
	}
	// Contact is a solid that pushes masses out, or in. What P, A, Q and Size
	// mean depends on the shape; what is not named is zero. 68 bytes.
	//
	//	plane:   P unit normal, Size offset along it [m]
	//	sphere:  P center [m], Size radius [m]
	//	box:     P center [m], A half sizes [m], Q orientation, a unit quaternion
	//	capsule: P end A [m], A the way from end A to B [m], Size radius [m],
	//	         Q xyz the normal on the axis, w 1/|A|² [1/m²], 0 without an axis
	Contact struct {
		Shape           uint32  // one of the Shape constants
		Inside          uint32  // 1: a container, which pushes masses in
		Stiffness       float32 // kc [N/m]
		Damping         float32 // bc [N·s/m]
		StaticFriction  float32 // μs
		KineticFriction float32 // μk
		Px, Py, Pz      float32
		Ax, Ay, Az      float32
		Qx, Qy, Qz, Qw  float32
		Size            float32
	}
	// Ledger is a sum in two words, Hi + Lo, so that adding millions of numbers
	// loses nothing. 8 bytes. Of the terms t below, the sum over the structure at
	// the state where an account begins is at [4t], at the latest state at [4t+1],
	// the sum over the steps at [4t+2]; Hi of [4t+3] is 0 before the account
	// begins. The sums of the work groups follow, LedgerGroups of each term.
	Ledger struct {
		Hi, Lo float32 // [J]; of Damping to Friction the power [W], but over steps [J]
	}
	// Strain of a spring for drawing, (L − L0)/L0. 4 bytes.
	Strain struct {
		Value float32
	}
)

// Params is the uniform block of a run. 80 bytes.
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
	ForceCount    uint32  // forces, without their second words
	SignalVectors uint32  // of a row, without their second words
	DragRate      float32 // ln 2/half-life [1/s], 0: no drag
	DragRateLow   float32
}

// SignalCount is how many vectors of signals a step has: 16 KiB, the least that
// OpenGL 4.3 promises of a uniform block.
const SignalCount = 1024

// Signals is the uniform block of what changes with time: a row for each time
// at which a step evaluates its forces. Rest scales come first, four to a
// vector. 16 KiB.
type Signals struct {
	Signal [SignalCount][4]float32
}

// Shapes of a contact, as contact.glsl numbers them.
const (
	ShapePlane uint32 = iota
	ShapeSphere
	ShapeBox
	ShapeCapsule
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
	LedgerActuators // work since a step before, not a power
	LedgerTerms
)

// LedgerGroups is how many work groups sum a term, at most.
const LedgerGroups = 1024

// Binding is the number of a storage or uniform block; the two kinds count
// separately.
type Binding uint32

// Bindings of the storage blocks. OpenGL 4.3 promises only the numbers 0 to 7,
// so blocks that no program uses together share one; a test holds every
// program against that.
const (
	BindPosition  Binding = 0
	BindVelocity  Binding = 1
	BindEnds      Binding = 2
	BindSpring    Binding = 3
	BindIncidence Binding = 3
	BindMaterial  Binding = 4
	BindStrain    Binding = 4
	BindContact   Binding = 4
	BindForce     Binding = 5
	BindLedger    Binding = 6
	BindStatus    Binding = 7
)

// TensionOnly is the flag of a Material that only pulls.
const TensionOnly uint32 = 1

// Bindings of the uniform blocks.
const (
	BindParams Binding = iota
	BindView           // of the draw programs; see draw.go
	BindSignals
	BindSignalsBefore
)

// Records is the table from which layout.glsl and the driver check are made:
// every block, its binding, its array's name and its record.
func Records() []Record {
	return append([]Record{
		storage("Position", BindPosition, "position", Position{}).as("vec4", "xyz, [m]; w inverse mass [1/kg], 0: pinned"),
		storage("Velocity", BindVelocity, "velocity", Velocity{}).as("vec4", "xyz, [m/s]; w pin, bit per axis"),
		storage("Ends", BindEnds, "ends", Ends{}).as("uvec2", "masses A and B of a spring"),
		storage("Spring", BindSpring, "spring", Spring{}),
		storage("Material", BindMaterial, "material", Material{}),
		storage("Force", BindForce, "force", Force{}),
		storage("Incidence", BindIncidence, "incidence", Incidence{}),
		storage("Status", BindStatus, "status", Status{}),
		storage("Strain", BindStrain, "strain", Strain{}),
		storage("Contact", BindContact, "contact", Contact{}),
		storage("Ledger", BindLedger, "ledger", Ledger{}),
		uniform("Params", BindParams, "params", Params{}),
		uniform("Signals", BindSignals, "signals", Signals{}),
		uniform("SignalsBefore", BindSignalsBefore, "signalsBefore", Signals{}), // those of a step before
	}, drawRecords()...)
}
