package shaders

// View is the uniform block of the draw programs: one camera, one picture.
// Colors are sRGB from 0 to 1 unless they are light, which is linear. 480 bytes.
type View struct {
	ViewProjection  [16]float32 // column-major, world to clip space
	LightProjection [16]float32 // world to the shadow map, 0 to 1 on each axis within it
	Eye             [4]float32  // xyz of the camera [m]
	Light           [4]float32  // xyz unit vector toward the light; w how dark a shadow is, 0 to 1
	Sun             [4]float32  // rgb of that light, linear; w of the light from the eye
	AmbientUp       [4]float32  // rgb of the light from above, linear
	AmbientDown     [4]float32  // rgb of the light from below, linear
	Fog             [4]float32  // x distance where it begins [m], y where it is full [m], z its strength, 0 to 1
	SkyTop          [4]float32  // rgb of the background's upper edge
	SkyBottom       [4]float32  // rgb of the background's lower edge
	Ground          [4]float32  // xy center of the grid [m], z its height [m], w radius where it has faded [m]
	GroundColor     [4]float32  // rgb of the ground; w its opacity, 0: seen from below
	GridColor       [4]float32  // rgb of its lines; w their opacity
	PlainColor      [4]float32  // rgb of springs and surfaces that no value colors
	MassColor       [4]float32  // rgb of free masses
	PinColor        [4]float32  // rgb of pinned masses; w their least diameter [points]
	SolidColor      [4]float32  // rgb of the shapes that masses bump into
	WireColor       [4]float32  // rgb of springs over a surface; w their opacity
	MarkColor       [4]float32  // rgb of arrows and handles
	Viewport        [4]float32  // width, height [pixels], pixels per point
	ValueLow        float32     // at the lower end of the color map
	ValueHigh       float32     // at its upper end, > ValueLow
	Interior        float32     // 1: draw what lies inside and behind too, 0: the visible surface only
	GridSpacing     float32     // of the fine grid lines [m]
	MassDiameter    float32     // [m]
	TubeDiameter    float32     // of springs that are drawn as tubes [m]
	PointsPerMeter  float32     // at a distance of one meter
	SinkDepth       float32     // by how much solids are drawn farther away than they are [m]
	ShadowBias      float32     // by how much what a shadow falls on is moved along its normal [m]
	MassCount       uint32
	SpringCount     uint32
	ColorBy         uint32 // one of the ColorBy constants
	SoftShadow      uint32 // 1: a shadow is looked up in many places around a point, 0: in one
	SpringStride    uint32 // of the springs that sample.vert draws, every so many; 0: spring.vert draws them all
	SampleCount     uint32 // values that value-range samples
	Reserved1       uint32
}

// Chunks is the uniform block of the passes over the chunks of a list of things that
// are drawn: ChunkSize masses, springs or triangles in a row, of which all or none are
// drawn. 32 bytes.
type Chunks struct {
	Count   uint32  // of the things in the list
	Corners uint32  // of each: 1 mass, 2 of a spring, 3 of a triangle
	Stride  uint32  // every so many are drawn
	Uncut   uint32  // 1: chunks out of sight are drawn, too
	Reach   float32 // how far things reach beyond their corners [pixels]
	Swell   float32 // and in space [m]
	Enough  float32 // things a pixel of a chunk that are enough; 0: all are drawn
	Unused  uint32
}

// ChunkSize is how many things in a row make a chunk; a power of two.
const ChunkSize = 1024

// What springs and masses are colored by.
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
	// Skin is a corner of a triangle of the visible surface: a mass, or a vertex of
	// an embedded surface. Three make a triangle, which turns its front outward. 4
	// bytes.
	Skin struct {
		Mass uint32
	}
	// SkinAt lists for each mass the triangles, and after them the springs, at it:
	// as Incidence does. 4 bytes.
	SkinAt struct {
		Entry uint32
	}
	// Anchor says where a vertex of an embedded surface hangs: masses and their
	// weights, of sum 1; see model.Skin. 64 bytes.
	Anchor struct {
		Mass0, Mass1, Mass2, Mass3, Mass4, Mass5, Mass6, Mass7                 uint32
		Weight0, Weight1, Weight2, Weight3, Weight4, Weight5, Weight6, Weight7 float32
	}
	// Place is where a vertex of an embedded surface is. 16 bytes; a vec4, so that
	// it is a vertex attribute.
	Place struct {
		Xyz   [3]float32 // [m]
		Value float32    // what it is colored by
	}
	// Pick is a question of which mass or spring is under the cursor, and its answer. 24
	// bytes.
	Pick struct {
		X, Y   float32 // of the cursor, from the upper left corner [pixels]
		Radius float32 // how far from it that may be [pixels]
		Stage  uint32  // 0 looks for the score, 1 for who has it
		Score  uint32  // all ones: nothing
		Number uint32  // of the mass, in the buffers' numbers, or of the spring; all ones: none
	}
	// Command is a draw of a chunk, as glMultiDrawElementsIndirect reads it, and
	// glMultiDrawArraysIndirect its first four words. 20 bytes.
	Command struct {
		Count     uint32 // of indices or vertices; 0: nothing is drawn
		Instances uint32 // 1
		First     uint32 // index or vertex
		Base      uint32 // 0
		Chunk     uint32 // the number of the chunk, as the first instance
	}
	// Sampled is a value, or how one compares with others; see value_range.comp. 4 bytes.
	Sampled struct {
		Word uint32
	}
	// Value is what a spring or a mass is colored by. 4 bytes.
	Value struct {
		Value float32
	}
)

// Kinds of masses, by where they sit in the structure.
const (
	SurfaceInside uint32 = iota // within a volume: hidden
	SurfaceSolid                // on a volume's surface; the normal points out
	SurfaceSheet                // in a thin sheet; both sides are seen
	SurfaceThread               // in a line, or alone: no normal
)

// Bindings of the draw-only storage blocks, within the numbers that OpenGL 4.3
// promises; see layout.go.
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

// Texture units of the draw programs.
const (
	UnitColorMap uint32 = iota // spring.frag
	UnitGlyphs                 // hud.frag
	UnitShadow                 // what light.glsl is included in
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
		storage("Place", BindPlace, "place", Place{}).as("vec4", "xyz, [m]; w what it is colored by"),
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
