package shaders

// The draw programs, a vertex and a fragment shader each.
const (
	BackgroundVert Name = "background.vert"
	BackgroundFrag Name = "background.frag"
	SpringVert     Name = "spring.vert"
	SpringFrag     Name = "spring.frag"
	MassVert       Name = "mass.vert"
	MassFrag       Name = "mass.frag"
	ShadowVert     Name = "shadow.vert"
	ShadowFrag     Name = "shadow.frag"
	GridVert       Name = "grid.vert"
	GridFrag       Name = "grid.frag"
	HUDVert        Name = "hud.vert"
	HUDFrag        Name = "hud.frag"
)

// SurfaceNormal is the compute pass that drawing needs.
const SurfaceNormal Name = "surface_normal.comp"
