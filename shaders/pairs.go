package shaders

// These are the storage records of collisions of masses. A mass that takes part has a number
// among those, in the order of the masses on the device.
type (
	// Ball is a mass that takes part in collisions. It takes 40 bytes.
	Ball struct {
		Mass                         uint32
		Body                         uint32
		Reference                    uint32  // the first mass of its body, by its number among those that take part
		Radius                       float32 // r [m]
		RestX, RestY, RestZ          float32 // rest position X [m]
		RestLowX, RestLowY, RestLowZ float32 // its second words
	}
	// BodySurface describes the surface of a body's masses in collisions. It takes 16 bytes.
	BodySurface struct {
		Stiffness       float32 // kc [N/m]
		DampingRatio    float32 // ζ
		StaticFriction  float32 // μs
		KineticFriction float32 // μk
	}
	// PairList is a word of the lists of pairs: first where the list of each mass begins and
	// where the last one ends, then the lists. It takes 4 bytes.
	PairList struct {
		Entry uint32
	}
	// Cell is the cell of the grid that a mass was in when lists were made. It takes 16 bytes.
	Cell struct {
		X, Y, Z int32
		Bucket  uint32
	}
	// Grid is a word of the grid, whose layout is in grid.glsl. It takes 4 bytes.
	Grid struct {
		Entry uint32
	}
	// Touches is how many masses push a mass. It takes 4 bytes.
	Touches struct {
		Entry uint32
	}
	// PairKept is the impulse of the pair of a list's entry in a substep so far, from the
	// side of the mass whose list it is. It takes 4 bytes.
	PairKept struct {
		Value float32 // [N·s]
	}
	// PairPush is the push of pairs on a mass. The array is that of External, see push.glsl.
	// It takes 12 bytes.
	PairPush struct {
		X, Y, Z float32 // [N]
	}
	// PairStatus holds the reports of the device on collisions. There is one record, of 28
	// bytes.
	PairStatus struct {
		Old      uint32 // 1: lists are to be made anew; 2: no lists yet
		Late     uint32 // largest motion at a look that came too late, in thousandths of the skin; 0: none did
		Listed   uint32 // most entries that lists needed
		Crowd    uint32 // most masses in a bucket where those are too many; 0: nowhere
		Touches  uint32 // most touches of a mass that a look saw
		Rebuilds uint32 // how often lists were made
		Looks    uint32 // how often they were looked at
	}
	// GroupCounts are the work groups of a dispatch. It takes 12 bytes.
	GroupCounts struct {
		X, Y, Z uint32
	}
)

// Collision is the uniform block of collisions of masses. It takes 32 bytes.
type Collision struct {
	Count    uint32 // masses that take part
	Buckets  uint32 // of the grid, a power of two
	Capacity uint32 // entries for which lists have room

	Self, Others uint32  // 1: masses of one body, and those of different ones, collide
	PerCell      float32 // 1 divided by the edge of a cell [1/m]
	Skin         float32 // [m]

	Share float32 // part of F_N dt that a pass of friction may take
}

// pairRecords are the blocks of collisions.
func pairRecords() []Record {
	return []Record{
		storage("Ball", BindBall, "ball", Ball{}),
		storage("BodySurface", BindBodySurface, "bodySurface", BodySurface{}),
		storage("PairList", BindPairList, "listed", PairList{}),
		storage("Cell", BindCell, "cell", Cell{}),
		storage("Grid", BindGrid, "grid", Grid{}),
		storage("PairKept", BindPairKept, "pairKept", PairKept{}),
		storage("Touches", BindTouches, "touches", Touches{}),
		storage("PairPush", BindPairPush, "pairPush", PairPush{}),
		storage("PairStatus", BindPairStatus, "pairStatus", PairStatus{}),
		storage("GroupCounts", BindGroupCounts, "groupCounts", GroupCounts{}),
		storage("Built", BindBuilt, "built", Position{}).as("vec4", "xyz, [m], of a mass when lists were made"),
		storage("PairVelocity", BindPairVelocity, "pairVelocity", Velocity{}).as("vec4", "xyz, [m/s]; w a power [W]; see pair_velocity.glsl"),
		uniform("Collision", BindCollision, "collision", Collision{}),
	}
}

// These are the passes of collisions.
const (
	GridClear    Name = "grid_clear.comp"
	GridCount    Name = "grid_count.comp"
	GridPlace    Name = "grid_place.comp"
	ScanSum      Name = "scan_sum.comp"
	ScanTop      Name = "scan_top.comp"
	ScanAdd      Name = "scan_add.comp"
	ListOld      Name = "list_old.comp"
	ListArgs     Name = "list_args.comp"
	ListNear     Name = "list_near.comp"
	PairForce    Name = "pair_force.comp"
	PairFriction Name = "pair_friction.comp"
	PairFinish   Name = "pair_finish.comp"
	PairLedger   Name = "pair_ledger.comp"
	PairPress    Name = "pair_press.comp"
	PairCount    Name = "pair_count.comp"
	PairTake     Name = "pair_take.comp"
)
