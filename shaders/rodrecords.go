package shaders

// These are the storage records of rods, whose segments turn; see package rod.
type (
	// Turning is how a segment stands and turns, three vectors for each: its orientation, a unit
	// quaternion x, y, z, w; its spin [rad/s]; and, of one that is held, its orientation at the end
	// of the substep. It takes 16 bytes.
	Turning [4]float32
	// KeptTurning is a vector of a segment in a good state, two for each: its orientation and its
	// spin, their first words. It takes 16 bytes.
	KeptTurning [4]float32
	// Segment is what a segment is turned against. It takes 32 bytes.
	Segment struct {
		X, Y, Z, W    float32 // orientation in which it starts
		Across, Along float32 // inertia about axes across it and about its own [kg·m²]
		Held          uint32  // the clamp that holds it + 1; 0: none does
		Mass          uint32  // at its beginning
	}
	// RodLink is a soft constraint of three components: between a segment and its masses, or
	// between two segments. Those of segments come first, then those of joints, each color by color.
	// It takes 48 bytes.
	RodLink struct {
		A, B                   uint32  // masses of a segment, or segments of a joint
		Segment                uint32  // it, or the second of a joint
		Spring                 uint32  // of that segment, in the model
		StiffX, StiffY, StiffZ float32 // K, in the axes of the section [N/m or N·m]
		Delay                  float32 // τ [s]
		RestX, RestY, RestZ    float32 // of C at rest [m or rad]
		Strain                 float32 // of a unit of C [1/m or 1/rad]
	}
	// RodSoft is what holds for a RodLink in a substep, RodSoftVectors for each; see rod_links.glsl. It
	// takes 16 bytes.
	RodSoft [4]float32
)

// These are how many vectors a segment and a link have.
const (
	TurningVectors = 3
	KeptVectors    = 2
	RodSoftVectors = 13
)

// rodRecords are the blocks of rods.
func rodRecords() []Record {
	return []Record{
		storage("Turning", BindTurning, "turning", Turning{}).as("vec4", "three for each segment: orientation x, y, z, w; spin [rad/s]; orientation to come"),
		storage("KeptTurning", BindKeptTurning, "keptTurning", KeptTurning{}).as("vec4", "two for each segment in a good state: orientation x, y, z, w; spin [rad/s]"),
		storage("Segment", BindSegment, "segment", Segment{}),
		storage("RodLink", BindRodLink, "rodLink", RodLink{}),
		storage("RodSoft", BindRodSoft, "rodSoft", RodSoft{}).as("vec4", "of a link in a substep, see rod_links.glsl"),
	}
}

// These are the passes of rods.
const (
	BeginRods     Name = "begin_rods.comp"
	SweepSegments Name = "sweep_segments.comp"
	SweepJoints   Name = "sweep_joints.comp"
	FinishRods    Name = "finish_rods.comp"
	ResidualRods  Name = "residual_rods.comp"
	BookRods      Name = "book_rods.comp"
	KeepRods      Name = "keep_rods.comp"
	MeasureRods   Name = "measure_rods.comp"
)
