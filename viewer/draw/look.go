package draw

import (
	"math"

	"hooke/shaders"
)

// Look says what of a picture is shown. The zero value shows everything but
// the inside.
type Look struct {
	Plain    bool    // springs in one color instead of their strain
	NoMasses bool    // springs only
	NoGrid   bool    // no ground
	NoText   bool    // no text and no legend
	Interior bool    // what lies inside and behind a volume too
	Scale    float64 // pixels per point, for dense screens; zero means 1
}

// scale is the pixels per point in use.
func (l Look) scale() float64 {
	if l.Scale <= 0 {
		return 1
	}
	return l.Scale
}

// Frame is one picture: from where, of what, with which text.
type Frame struct {
	Camera  Camera
	Look    Look
	Ground  *float64 // height of the ground [m]; nil: none
	Overlay Overlay
}

// view fills the uniform block of the draw programs for a picture of the given
// size [pixels].
func (f Frame) view(width, height int) shaders.View {
	c := f.Camera
	eye := c.Eye()
	size := c.Size
	v := shaders.View{
		Eye:        [4]float32{float32(eye[0]), float32(eye[1]), float32(eye[2]), 1},
		Light:      f.light(),
		Fog:        [4]float32{float32(c.Distance - 0.35*size), float32(c.Distance + 0.65*size), 0.45},
		SkyTop:     [4]float32{0.145, 0.165, 0.205, 1},
		SkyBottom:  [4]float32{0.055, 0.062, 0.078, 1},
		PlainColor: [4]float32{0.74, 0.79, 0.86, 1},
		MassColor:  [4]float32{0.80, 0.80, 0.78, 1},
		PinColor:   [4]float32{1.00, 0.69, 0.20, 1},
		Viewport:   [4]float32{float32(width), float32(height), float32(f.Look.scale())},
	}
	// Columns in order, as OpenGL wants them and mathgl keeps them.
	for i, value := range c.Matrix(float64(width) / float64(height)) {
		v.ViewProjection[i] = float32(value)
	}
	v.PointsPerMeter = float32(float64(height) / (2 * math.Tan(c.Field/2)) / f.Look.scale())
	v.ByStrain, v.Interior = 1, 0
	if f.Look.Plain {
		v.ByStrain = 0
	}
	if f.Look.Interior {
		v.Interior = 1
	}
	if f.Ground != nil {
		v.Ground = [4]float32{float32(c.Target[0]), float32(c.Target[1]), float32(*f.Ground), float32(gridReach * size)}
		v.GridSpacing = float32(roundUp(size/gridLines, 1, 2, 5))
	}
	return v
}

const (
	gridReach = 3.0  // radius where the grid has faded, in sizes of what is looked at
	gridLines = 16.0 // fine grid cells along the size, at most
	ambient   = 0.50 // light on what faces away
	// ambientSparse is the same where single springs are to be seen and not a
	// surface.
	ambientSparse = 0.70
)

// light comes from above, to the left of and behind the camera, so that the
// three visible sides of a box differ.
func (f Frame) light() [4]float32 {
	right, up, back := f.Camera.axes()
	way := right.Mul(-0.55).Add(up.Mul(0.35)).Add(back.Mul(0.45))
	way[2] = math.Abs(way[2]) + 0.75
	way = way.Normalize()
	return [4]float32{float32(way[0]), float32(way[1]), float32(way[2]), ambient}
}
