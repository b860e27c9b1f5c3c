package shaders

// View is the uniform block of the draw programs: one camera, one picture.
// Colors are sRGB from 0 to 1 unless they are light, which is linear. It takes 512 bytes.
type View struct {
	ViewProjection  [16]float32 // column-major, world to clip space
	LightProjection [16]float32 // world to the shadow map, 0 to 1 on each axis within it
	Eye             [4]float32  // xyz of the camera [m]
	Light           [4]float32  // xyz unit vector toward the sun; w how dark a shadow is, 0 to 1
	Sun             [4]float32  // rgb of the light from the sun, linear; w strength of the light from the eye
	AmbientUp       [4]float32  // rgb of the light from above, linear; w the place of the grid along x [m]
	AmbientDown     [4]float32  // rgb of the light from below, linear; w the place of the grid along y [m]
	Fog             [4]float32  // x distance where it begins [m], y where it is full [m], z its strength, 0 to 1
	SkyTop          [4]float32  // rgb of the background's upper edge
	SkyBottom       [4]float32  // rgb of the background's lower edge
	Ground          [4]float32  // xy center of the grid [m], z its height [m], w radius where it has faded [m]
	GroundColor     [4]float32  // rgb of the ground; w its opacity, 0: seen from below
	GridColor       [4]float32  // rgb of the lines of the grid; w their opacity
	PlainColor      [4]float32  // rgb of springs and surfaces that no value colors
	MassColor       [4]float32  // rgb of free masses
	PinColor        [4]float32  // rgb of pinned masses; w their least diameter [points]
	SolidColor      [4]float32  // rgb of the shapes that masses bump into
	WireColor       [4]float32  // rgb of springs over a surface; w their opacity
	MarkColor       [4]float32  // rgb of arrows and handles
	Viewport        [4]float32  // width, height [pixels], pixels per point
	Water           [4]float32  // x level [m], y amplitude of the wave [m], z its phase where xy is 0 [rad]; w opacity, 0: no water
	WaterWave       [4]float32  // xy wave vector [1/m]; z half the side of the water that is drawn [m]
	ValueLow        float32     // value at the lower end of the color map
	ValueHigh       float32     // value at its upper end, > ValueLow
	Interior        float32     // 1: draw the inside and the back too, 0: the visible surface only
	GridSpacing     float32     // distance between the fine grid lines [m]
	MassDiameter    float32     // [m]
	TubeDiameter    float32     // diameter of springs that are drawn as tubes [m]
	PointsPerMeter  float32     // points that a meter takes at a distance of one meter
	SinkDepth       float32     // solids are drawn so much farther away than they are [m]
	ShadowBias      float32     // a point is moved so far along its normal before its shadow is looked up [m]
	MassCount       uint32
	SpringCount     uint32
	ColorBy         uint32 // one of the ColorBy constants
	SoftShadow      uint32 // 1: a shadow is looked up in many places around a point, 0: in one
	SpringStride    uint32 // sample.vert draws one spring in this many; 0: spring.vert draws all
	SampleCount     uint32 // number of values that value-range samples
	Reserved1       uint32
}

// Chunks is the uniform block of the passes over chunks. A chunk is ChunkSize masses,
// springs or triangles in a row of a list that is drawn; they are drawn or left out
// together. The block takes 32 bytes.
type Chunks struct {
	Count   uint32  // number of things in the list
	Corners uint32  // corners of each thing: 1 of a mass, 2 of a spring, 3 of a triangle
	Stride  uint32  // one thing in this many is drawn
	Uncut   uint32  // 1: chunks out of sight are drawn, too
	Reach   float32 // how far things reach beyond their corners in the picture [pixels]
	Swell   float32 // how far things reach beyond their corners in space [m]
	Enough  float32 // number of things for each pixel of a chunk that is enough; 0: all are drawn
	Unused  uint32
}

// ChunkSize is the number of things in a row that make a chunk. It is a power of two.
const ChunkSize = 1024

// These are the values of View.ColorBy, the coloring of springs and masses.
const (
	ColorByNothing uint32 = iota
	ColorByStrain
	ColorByForce
	ColorByEnergy
	ColorBySpeed
	ColorByMaterial
	ColorByGroup
	ColorByActuator
)

// Only drawing uses these storage records; see surface_normal.comp.
type (
	// Partner says how the surface turns at a mass: its normal is the cross
	// product of the ways to the masses A and B. It takes 12 bytes.
	Partner struct {
		A, B uint32
		Kind uint32 // one of the Surface constants
	}
	// Normal is the normal of the surface at a mass. It takes 16 bytes, and is a vec4, so
	// that it is a vertex attribute.
	Normal struct {
		Xyz  [3]float32 // unit length, or zero
		Kind float32    // one of the Surface constants
	}
	// Skin is a corner of a triangle of the visible surface: a mass, or a vertex of
	// an embedded surface. Three corners make a triangle, which turns its front outward.
	// Each takes 4 bytes.
	Skin struct {
		Mass uint32
	}
	// SkinAt lists for each mass the triangles, and after them the springs, at it, in
	// the way of Incidence. An entry takes 4 bytes.
	SkinAt struct {
		Entry uint32
	}
	// Anchor says from which masses a vertex of an embedded surface hangs, and with which
	// weights, whose sum is 1; see model.Skin. It takes 64 bytes.
	Anchor struct {
		Mass0, Mass1, Mass2, Mass3, Mass4, Mass5, Mass6, Mass7                 uint32
		Weight0, Weight1, Weight2, Weight3, Weight4, Weight5, Weight6, Weight7 float32
	}
	// Place is the place of a vertex of an embedded surface. It takes 16 bytes, and is a
	// vec4, so that it is a vertex attribute.
	Place struct {
		Xyz   [3]float32 // [m]
		Value float32    // the value that colors the vertex
	}
	// Pick asks which mass or spring is under the cursor, and holds the answer. It takes
	// 24 bytes.
	Pick struct {
		X, Y   float32 // place of the cursor, from the upper left corner [pixels]
		Radius float32 // largest distance of the answer from the cursor [pixels]
		Stage  uint32  // 0 looks for the best score, 1 for the mass or spring that has it
		Score  uint32  // the best score; all ones: nothing is under the cursor
		Number uint32  // number of the mass, as the buffers number it, or of the spring; all ones: none
	}
	// Command is a draw of a chunk, as glMultiDrawElementsIndirect reads it;
	// glMultiDrawArraysIndirect reads its first four words. It takes 20 bytes.
	Command struct {
		Count     uint32 // number of indices or vertices; 0: nothing is drawn
		Instances uint32 // 1
		First     uint32 // first index or vertex
		Base      uint32 // 0
		Chunk     uint32 // the number of the chunk, as the first instance
	}
	// Sampled is a value, or how a value compares with others; see value_range.comp. It
	// takes 4 bytes.
	Sampled struct {
		Word uint32
	}
	// Value is the value that colors a spring or a mass. It takes 4 bytes.
	Value struct {
		Value float32
	}
)

// These are the kinds of masses, by their place in the structure.
const (
	SurfaceInside uint32 = iota // the mass is within a volume, and hidden
	SurfaceSolid                // the mass is on the surface of a volume; the normal points out
	SurfaceSheet                // the mass is in a thin sheet, which is seen from both sides
	SurfaceThread               // the mass is in a line, or alone, and has no normal
)

// These are the bindings of the storage blocks that only drawing uses, within the numbers
// that OpenGL 4.3 promises; see layout.go.
const (
	BindPartner   Binding = 2
	BindNormal    Binding = 3
	BindAnchor    Binding = 1
	BindPlace     Binding = 2
	BindSkin      Binding = 4
	BindSkinAt    Binding = 5
	BindValue     Binding = 6
	BindMassValue Binding = 7
	BindSampled   Binding = 7
	BindPick      Binding = 7
	BindSeen      Binding = 5
	BindCorner    Binding = 4
	BindChunkBox  Binding = 6
	BindCommand   Binding = 7

	BindChunks = BindRange // a uniform block
)

// These are the texture units of the draw programs, with the shaders that use them.
const (
	UnitColorMap uint32 = iota // spring.frag
	UnitGlyphs                 // hud.frag
	UnitShadow                 // all that include light.glsl
	UnitPosition               // tube.vert, sample.vert, mark.vert
	UnitEnds                   // sample.vert
	UnitNormal                 // sample.vert
)

// drawRecords are the blocks that only draw programs use.
func drawRecords() []Record {
	return []Record{
		storage("Partner", BindPartner, "partner", Partner{}),
		storage("Normal", BindNormal, "normal", Normal{}).as("vec4", "xyz, unit length or zero; w kind of the mass"),
		storage("Anchor", BindAnchor, "anchor", Anchor{}),
		storage("Place", BindPlace, "place", Place{}).as("vec4", "xyz, [m]; w the value that colors it"),
		storage("Pick", BindPick, "pick", Pick{}),
		storage("SeenSpring", BindSeen, "seenSpring", Spring{}), // beside Normal
		storage("Corner", BindCorner, "corner", Skin{}),
		storage("ChunkBox", BindChunkBox, "chunkBox", Normal{}).as("vec4", "xyz [m]; of each chunk its least, then its largest corner, w 1: it has a mass at a finite place"),
		storage("Command", BindCommand, "command", Command{}),
		uniform("Chunks", BindChunks, "chunks", Chunks{}),
		storage("Skin", BindSkin, "skin", Skin{}),
		storage("SkinAt", BindSkinAt, "skinAt", SkinAt{}),
		storage("Value", BindValue, "value", Value{}),
		storage("MassValue", BindMassValue, "massValue", Value{}),
		storage("Sampled", BindSampled, "sampled", Sampled{}),
		uniform("View", BindView, "view", View{}),
	}
}
