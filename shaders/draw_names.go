package shaders

// These are the shaders of the draw programs; a program has a vertex and a fragment shader.
const (
	BackgroundVert Name = "background.vert"
	BackgroundFrag Name = "background.frag"
	SpringVert     Name = "spring.vert"
	SpringFrag     Name = "spring.frag"
	SampleVert     Name = "sample.vert"
	MassVert       Name = "mass.vert"
	MassFrag       Name = "mass.frag"
	DepthVert      Name = "depth.vert"
	SkinVert       Name = "skin.vert"
	SkinFrag       Name = "skin.frag"
	TubeVert       Name = "tube.vert"
	TubeFrag       Name = "tube.frag"
	WireVert       Name = "wire.vert"
	WireFrag       Name = "wire.frag"
	SolidVert      Name = "solid.vert"
	SolidFrag      Name = "solid.frag"
	MarkVert       Name = "mark.vert"
	MarkFrag       Name = "mark.frag"
	ShadowVert     Name = "shadow.vert"
	TubeShadowVert Name = "tube_shadow.vert"
	ShadowFrag     Name = "shadow.frag"
	GridVert       Name = "grid.vert"
	GridFrag       Name = "grid.frag"
	WaterVert      Name = "water.vert"
	WaterFrag      Name = "water.frag"
	HUDVert        Name = "hud.vert"
	HUDFrag        Name = "hud.frag"
)

// These are the compute passes that drawing needs.
const (
	SurfaceNormal  Name = "surface_normal.comp"
	EmbeddedPlace  Name = "embedded_place.comp"
	EmbeddedNormal Name = "embedded_normal.comp"
	PickPass       Name = "pick.comp"
	PickSpring     Name = "pick_spring.comp"
	PickSurface    Name = "pick_surface.comp"
	SpringValue    Name = "spring_value.comp"
	SurfaceValue   Name = "surface_value.comp"
	ValueRange     Name = "value_range.comp"
	ChunkBounds    Name = "chunk_bounds.comp"
	ChunkChoose    Name = "chunk_choose.comp"
)
