package mesh

// Spot reads the mesh that comes with the program, see mesh.SpotOBJ. Every call gives a new
// surface.
func Spot() (*Surface, error) { return ReadOBJ(SpotOBJ(), "spot.obj") }
