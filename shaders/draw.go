package shaders

// View is the uniform block of the draw programs: one camera, one picture.
// 256 bytes.
type View struct {
	ViewProjection [16]float32 // column-major, world to clip space
	Eye            [4]float32  // xyz of the camera [m]
	Light          [4]float32  // xyz unit vector toward the light; w share of light from everywhere, 0 to 1
	Fog            [4]float32  // x distance where it begins [m], y where it is full [m], z its strength, 0 to 1
	SkyTop         [4]float32  // rgb of the background's upper edge
	SkyBottom      [4]float32  // rgb of the background's lower edge
	Ground         [4]float32  // xy center of the grid [m], z its height [m], w radius where it has faded [m]
	PlainColor     [4]float32  // rgb of springs when not colored by strain
	MassColor      [4]float32  // rgb of free masses
	PinColor       [4]float32  // rgb of pinned masses
	Viewport       [4]float32  // width, height [pixels], pixels per point
	StrainRange    float32     // strain at the ends of the color map, > 0
	ByStrain       float32     // 1: color springs by strain, 0: plain
	Interior       float32     // 1: draw what lies inside and behind too, 0: the visible surface only
	GridSpacing    float32     // of the fine grid lines [m]
	MassDiameter   float32     // [m]
	PointsPerMeter float32     // at a distance of one meter
	MassCount      uint32
	Reserved       uint32
}

// Draw-only storage records; see surface_normal.comp.
type (
	// Partner says how the surface turns at a mass: its normal is the cross
	// product of the ways to the masses A and B. 12 bytes.
	Partner struct {
		A, B uint32
		Kind uint32 // one of the Surface constants
	}
	// Normal of the surface at a mass. 16 bytes; a vec4, so that it is a
	// vertex attribute.
	Normal struct {
		Xyz  [3]float32 // unit length, or zero
		Kind float32    // one of the Surface constants
	}
)

// Kinds of masses, by where they sit in the structure.
const (
	SurfaceInside uint32 = iota // within a volume: hidden
	SurfaceSolid                // on a volume's surface; the normal points out
	SurfaceSheet                // in a thin sheet; both sides are seen
	SurfaceThread               // in a line, or alone: no normal
)

// Bindings of the draw-only storage blocks. They follow the engine's.
const (
	BindPartner = BindContact + 1 + iota
	BindNormal
)

// Texture units of the draw programs.
const (
	UnitColorMap uint32 = iota // spring.frag
	UnitGlyphs                 // hud.frag
)

// drawRecords are the blocks that only draw programs use.
func drawRecords() []Record {
	return []Record{
		storage("Partner", BindPartner, "partner", Partner{}),
		storage("Normal", BindNormal, "normal", Normal{}).as("vec4", "xyz, unit length or zero; w kind of the mass"),
		uniform("View", BindView, "view", View{}),
	}
}
