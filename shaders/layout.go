package shaders

// The layout has rules that make std430, std140 and Go agree by construction. A storage
// block is an array of vec4, of uvec2 or of a struct of 4-byte scalars; it never has vec3,
// bool or nested structs. A uniform block has its vec4 and mat4 members first, then 4-byte
// scalars, and a size that is a multiple of 16. A test enforces the rules for every record
// below.

// These are the storage records. The device holds an array of each.
type (
	// Position is the position of a mass. It takes 16 bytes, and is a vec4, so that it is
	// a vertex attribute.
	Position struct {
		Xyz         [3]float32 // [m]
		InverseMass float32    // [1/kg], 0: pinned on all axes
	}
	// Velocity is the velocity of a mass. It takes 16 bytes, and is a vec4.
	Velocity struct {
		Xyz [3]float32 // [m/s]
		Pin float32    // model.Pin as a small whole number, 0 to 7; where contacts are per mass plus 8 times the class of the mass
	}
	// Ends are the two masses of a spring. They take 8 bytes, and are a uvec2, so that
	// the array is an index buffer of lines.
	Ends [2]uint32
	// Spring holds the data of a spring that it does not share. It takes 8 bytes.
	Spring struct {
		RestLength float32 // rest length without actuation [m]
		Kind       uint32  // low half: index into the palette, 0: removed; high half: actuator + 1, 0: none
	}
	// Material is a record of the palette: of a material, two numbers of the law of its springs, in the order of
	// laws.Spring.Numbers. A law of more numbers has the next two in a record behind it. Where
	// materials do not say k and c in SI units, or the precision is above single, such records of each spring follow
	// the palette; in double, records with second words of each spring follow in
	// turn. A record takes 12 bytes.
	Material struct {
		Even  float32 // the number 0, k [N/m], 2 and so on
		Odd   float32 // the number 1, c [N·s/m], 3 and so on
		Flags uint32  // in the palette, bit 0: tension-only, bit 1: rigid; in a record of a spring, the second word of its rest length
	}
	// Force is the force of a spring on its end A; end B feels the opposite. In
	// double, second words follow. It takes 12 bytes.
	Force struct {
		X, Y, Z float32 // [N]
	}
	// ColumnForce is a component of the force of a spring of a regular structure on the end of the lower number [N]; see
	// Columns in gpu/table. It takes 4 bytes.
	ColumnForce struct {
		Value float32
	}
	// ColumnMask has a bit for each column in which a mass has a spring to a neighbor of a higher number. It takes 4 bytes.
	ColumnMask struct {
		Word uint32
	}
	// External is the external force on a mass in a run with loads. It takes 12 bytes.
	External struct {
		X, Y, Z float32 // [N]
	}
	// Incidence is one pair of a mass and a spring: the number of the spring times 2, plus
	// 1 when the mass is end B. The array begins with masses + 1 entries, which say where
	// the pairs of each mass begin: entries [i] and [i+1] bound those of mass i. The loads
	// and the triangles at a mass are listed in the same way, by number. An entry takes 4
	// bytes.
	Incidence struct {
		Entry uint32
	}
	// Status holds the reports of the device to the host. Steps count from the last reset.
	// There is one record, of 44 bytes.
	Status struct {
		NonFinite         uint32 // number of pairs of a mass and a step with values that are not finite
		FirstPass         uint32 // spring-force passes up to the first such step, with that of the step; all ones: none
		FirstMass         uint32 // lowest such mass in that step
		SpringForcePasses uint32 // spring-force passes of steps that ran to the end
		IntegratePasses   uint32 // steps whose last pass of masses ran to the end
		RunawayStep       uint32 // steps done when the first spring ran away; all ones: none did
		RunawaySpring     uint32 // lowest such spring then
		KeptFirst         uint32 // step of the good state in the first Kept; all ones: none
		KeptSecond        uint32 // step of the good state in the second Kept; all ones: none
		OddPasses         uint32 // in the pipeline fused, evaluations write the sum to this and to SpringForcePasses in turn; the larger one counts
		RangesRun         uint32 // ranges of passes of steps that ran to their end, modulo 2^32; see Range
	}
	// Stage is a register of a mass. The array holds the first register of all masses,
	// then the next. Verlet has one register, the acceleration [m/s²]. RK4 has four:
	// position [m] and velocity [m/s] at the start of the step, sums of velocities [m/s]
	// and of accelerations [m/s²]. A register takes 16 bytes, and is a vec4.
	Stage struct {
		Xyz      [3]float32
		Reserved float32
	}
	// Kept is a position or velocity in a good state, which holds the positions of all
	// masses, then their velocities. There are two such states, written in turn. It takes
	// 16 bytes, and is a vec4.
	Kept [4]float32
	// Contact is a solid that pushes masses out, or a container that pushes them in. The
	// meaning of P, A, Q and Size depends on the shape; numbers that are not named are
	// zero. In double, second words of all contacts follow the first words. It takes 68
	// bytes.
	//
	//	plane:   P unit normal, Size offset along it [m]
	//	sphere:  P center [m], Size radius [m]
	//	box:     P center [m], A half sizes [m], Q orientation, a unit quaternion
	//	capsule: P end A [m], A the way from end A to B [m], Size radius [m],
	//	         Q xyz the normal on the axis, w 1/|A|² [1/m²], 0 without an axis
	Contact struct {
		Shape           uint32  // one of the Shape constants, + 256 (first signal + 1) of a contact that moves
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
	// Load is an external force on some masses. The meaning of P, Q and Signal depends on
	// the kind; numbers that are not named are zero. It takes 44 bytes.
	//
	//	force:  P force [N], Signal its factor
	//	motor:  P unit axis, Damping, Limit, Signal its speed [m/s]
	//	handle: P target [m], Q its velocity [m/s], Stiffness, Damping
	Load struct {
		Kind       uint32  // one of the Load constants
		Signal     uint32  // number of a signal
		Stiffness  float32 // k [N/m]
		Damping    float32 // c [N·s/m]
		Limit      float32 // largest force [N]; 0: none
		Px, Py, Pz float32
		Qx, Qy, Qz float32
	}
	// Triangle holds the masses at the corners of a triangle of cloth. It takes 12 bytes.
	Triangle struct {
		A, B, C uint32
	}
	// Guided is a mass that a guide holds. It takes 36 bytes.
	//
	//	line:  P a point on the line [m], D its unit direction
	//	plane: P a point on the plane [m], D its unit normal
	//	path:  P the rest position [m], Signal the first of six: offset [m], velocity [m/s]
	Guided struct {
		Mass       uint32
		Kind       uint32 // one of the Guide constants
		Signal     uint32 // number of a signal
		Px, Py, Pz float32
		Dx, Dy, Dz float32
	}
	// Caught counts masses that contacts have caught since the last reset. There is one
	// record, of 16 bytes.
	Caught struct {
		Count     uint32 // pairs of a mass and a step
		CountHigh uint32 // the same in multiples of 2^32
		Step      uint32 // the first step at the end of which a mass was caught; all ones: none
		First     uint32 // the lowest mass then, and behind it in the low bits the number of its contact; all of those bits set: that number or a higher one
	}
	// Arrivals says how work groups wait for each other within a dispatch; see persistent.comp. There is one record, of 16 bytes.
	Arrivals struct {
		Arrived   uint32 // how often groups have come to meetings
		Failed    uint32 // 1: one has waited too long, and the dispatch is worth nothing
		Reserved0 uint32
		Reserved1 uint32
	}
	// Ledger is a sum in two words, Hi + Lo, so that adding millions of numbers
	// loses nothing. It takes 8 bytes. The sums of the terms come first, then those of the
	// work groups, LedgerGroups for each term.
	Ledger struct {
		Hi, Lo float32 // [J]
	}
	// Table is a word of the table of the springs of each mass and of the contacts, in the
	// pipeline fused; see Table in gpu/table. It takes 4 bytes.
	Table struct {
		Word uint32
	}
	// Strain is the strain of a spring for drawing, (L − L0)/L0, or another quantity of the
	// spring. It takes 4 bytes.
	Strain struct {
		Value float32
	}
	// MotionPart says how the masses of one work group move. It takes 12 bytes.
	MotionPart struct {
		Kinetic float32 // Σ ½ m v² [J]
		Impulse float32 // the largest m |v| [kg·m/s]
		Mass    uint32  // the mass with the largest m |v|; all ones when nothing moves
	}
	// Look summarizes a state, with sums in two words. The record [0] only counts the looks
	// since the host read them; LookRing looks follow, and then the parts that work groups
	// have summed. It takes 40 bytes.
	Look struct {
		Number         uint32  // of the record [0]: the number of looks
		Speed          float32 // largest |v| [m/s]
		MassHi, MassLo float32 // Σ m of the masses that are not pinned on all axes [kg]
		XHi, XLo       float32 // Σ m x of those [kg·m]
		YHi, YLo       float32
		ZHi, ZLo       float32
	}
)

// Binding is the number of a storage or uniform block; the two kinds count
// separately.
type Binding uint32

// These are the bindings of the storage blocks. OpenGL 4.3 promises only the numbers 0 to
// 7, so blocks that no program uses together share a number; a test checks every program.
const (
	BindPosition     Binding = 0
	BindVelocity     Binding = 1
	BindEnds         Binding = 2
	BindColumnMask   Binding = 2
	BindStage        Binding = 2
	BindKept         Binding = 2
	BindLoad         Binding = 2
	BindTriangle     Binding = 2
	BindGuided       Binding = 2
	BindSpring       Binding = 3
	BindBefore       Binding = 3
	BindIncidence    Binding = 3
	BindTable        Binding = 3
	BindMaterial     Binding = 4
	BindContact      Binding = 4
	BindNextVelocity Binding = 4
	BindExternal     Binding = 5
	BindCaught       Binding = 5
	BindForce        Binding = 6
	BindColumnForce  Binding = 6
	BindLedger       Binding = 6
	BindStrain       Binding = 6
	BindNextPosition Binding = 6
	BindStatus       Binding = 7
	BindMotion       Binding = 7
	BindLook         Binding = 7

	BindBuilt        Binding = 1
	BindPairStatus   Binding = 2
	BindPairPush     Binding = 2
	BindPairVelocity Binding = 2
	BindBodySurface  Binding = 3
	BindCell         Binding = 3
	BindPairList     Binding = 4
	BindBall         Binding = 5
	BindGrid         Binding = 6
	BindTouches      Binding = 6
	BindPairKept     Binding = 7
	BindGroupCounts  Binding = 6

	BindSpan     Binding = 2
	BindSpanKept Binding = 5
	BindSpanPush Binding = 6

	BindMeetPair     Binding = 2
	BindMeetNear     Binding = 4
	BindMeetSide     Binding = 5
	BindMeetTriangle Binding = 7
	BindMeetStatus   Binding = 7

	BindPressed      Binding = 2
	BindImpulse      Binding = 5
	BindSpringNumber Binding = 6
	BindUncolored    Binding = 6
	BindConverged    Binding = 7
	BindBlockTable   Binding = 2
	BindSwept        Binding = 6

	BindLinkAt Binding = 2

	BindResidentTriangle Binding = 4
	BindAirIncidence     Binding = 5
	BindResidentGuided   Binding = 6
	BindArrivals         Binding = 4
	BindResidentCaught   Binding = 6 // where triangles of wind take that of Caught
)

// LookRing is the number of looks that the device keeps for the host.
const LookRing = 1024

// These are the bindings of the samplers, through which passes read arrays of other items
// than their own.
const (
	TexelsPosition = iota
	TexelsVelocity
	TexelsTable
	TexelsForce // of the pipeline two-pass
	TexelsGroups
	TexelsAll // of another array that a pass of a divided model reads whole
)

// These are the flags of a Material: of one that only pulls, and of one that keeps its length.
const (
	TensionOnly uint32 = 1
	Rigid       uint32 = 2
)
