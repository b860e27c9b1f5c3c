package draw

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// Look chooses the content and style of a picture. The zero value shows strains in dark
// colors: on the surface if springs hide an inside, and on springs elsewhere.
type Look struct {
	Color     color.Coloring // the coloring of springs and surfaces
	Range     float64        // value at the upper end of the color map; zero: it follows the structure
	Show      Show           // surface or springs
	Theme     color.Theme
	Marks     bool    // arrows of external forces and motors
	Reactions bool    // arrows of the forces on contacts, pins and guides; the maker of a Frame adds them
	NoMasses  bool    // draw springs only; pinned masses are shown all the same
	NoWires   bool    // a surface without the springs on it
	NoGrid    bool    // no ground
	NoText    bool    // no text and no legend
	Interior  bool    // if springs are shown, show also the inside and the back of a volume
	Scale     float64 // pixels per point, for dense screens; zero means 1
}

// PixelsPerPoint returns the pixels per point in use.
func (l Look) PixelsPerPoint() float64 {
	if l.Scale <= 0 {
		return 1
	}
	return l.Scale
}

// Show is how a structure is drawn.
type Show uint8

// Auto shows the surface of cloth, or a surface that hides an inside, and springs elsewhere.
const (
	Auto Show = iota
	Surface
	Springs
	Both // the surface and the springs on it
	shows
)

func (s Show) String() string {
	names := [shows]string{"auto", "surface", "springs", "both"}
	if s >= shows {
		return fmt.Sprintf("show %d", uint8(s))
	}
	return names[s]
}

// ClearAspect returns the aspect (width / height) of the middle part of a picture of that size
// [pixels] that the legend leaves free, which is at least half of the picture. A camera
// that is fitted to it shows all of a structure beside the legend.
func ClearAspect(width, height int, look Look) float64 {
	free := float64(width)
	if !look.NoText && look.Color != color.Plain {
		free = max(free-2*hud.LegendWidth*look.PixelsPerPoint(), free/2)
	}
	return free / float64(height)
}

// Frame is one picture: its camera, its content, and its text.
type Frame struct {
	Camera  Camera
	Look    Look
	Ground  *float64         // height of the ground [m]; nil without a ground
	Params  model.Params     // parameters whose contacts and loads are shown
	Time    float64          // simulated time [s], for loads that change and contacts that move
	Still   bool             // the scene and the contacts are the same as in the last picture
	Fresh   bool             // take nothing from earlier pictures; the camera may be all that changed
	Ranges  *color.Ranges    // ranges that several pictures share; nil: an automatic range comes from this state
	Coarse  *glx.Framebuffer // framebuffer of one sample a pixel, in which the scene is drawn first and then stretched; nil draws it in full
	Budget  int              // number of springs to draw where they can be told apart, evenly chosen; zero draws all
	Picked  *int             // number of the picked mass, which gets a mark; nil without one
	Spring  *[2]int          // ends of the picked spring, which gets a mark; nil without one
	Arrows  []Arrow          // arrows that stand anywhere, over everything; the first MostArrows are drawn
	Lines   []Line           // lines between positions, seen through everything; the first MostLines are drawn
	Overlay hud.Overlay

	origin model.Vec3 // that all positions in it are counted from [m]; see from
}

// Arrow is an arrow in a picture [m].
type Arrow struct{ From, Along model.Vec3 }

// Line is a straight line in a picture, from one position to another [m].
type Line struct{ From, To model.Vec3 }

// MostLines is the largest number of lines of a Frame that are drawn.
const MostLines = 4096

// MostArrows is the largest number of arrows of a Frame that are drawn.
const MostArrows = 128

// view fills the uniform block of the draw programs for a picture of the given
// size [pixels].
func (f Frame) view(width, height int) shaders.View {
	c := f.Camera
	eye := c.Eye()
	size := c.Size
	v := shaders.View{
		Eye:      [4]float32{float32(eye[0]), float32(eye[1]), float32(eye[2]), 1},
		Fog:      [4]float32{float32(c.Distance - 0.35*size), float32(c.Distance + 1.4*size), 0.40},
		Viewport: [4]float32{float32(width), float32(height), float32(f.Look.PixelsPerPoint())},
		ColorBy:  f.Look.Color.Shader(),
	}
	f.Look.Theme.Paint(&v)
	light := color.Sun()
	copy(v.Light[:3], []float32{float32(light[0]), float32(light[1]), float32(light[2])})
	put(&v.ViewProjection, c.Matrix(float64(width)/float64(height)))
	v.PointsPerMeter = float32(float64(height) / (2 * math.Tan(c.Field/2)) / f.Look.PixelsPerPoint())
	if f.Look.Interior {
		v.Interior = 1
	}
	if f.Coarse == nil {
		v.SoftShadow = 1
	}
	v.GroundColor[3] = 0
	if f.Ground != nil {
		v.Ground = [4]float32{float32(c.Target[0]), float32(c.Target[1]), float32(*f.Ground), float32(gridReach * size)}
		v.GridSpacing = float32(color.RoundUp(size/gridLines, 1, 2, 5))
		if eye[2] > *f.Ground {
			v.GroundColor[3] = 1
		}
		reach := gridReach*size + math.Abs(c.Target[0]) + math.Abs(c.Target[1])
		v.AmbientUp[3] = gridPlace(f.origin[0], float64(v.GridSpacing), reach)
		v.AmbientDown[3] = gridPlace(f.origin[1], float64(v.GridSpacing), reach)
	}
	f.pour(&v)
	return v
}

// pour fills in the surface of the water, with its wave at the time of the picture.
func (f Frame) pour(v *shaders.View) {
	w := f.Params.Water
	if !w.Wets() {
		return
	}
	number, frequency := w.Waves(f.Params.Gravity.Len())
	along := w.WaveDirection.Mul(number)
	phase := math.Remainder(-along.Dot(w.WaveOrigin)-frequency*f.Time, 2*math.Pi)
	v.Ground[0], v.Ground[1] = float32(f.Camera.Target[0]), float32(f.Camera.Target[1])
	v.Water = [4]float32{float32(w.Level), float32(w.Wave), float32(phase), waterOpacity}
	v.WaterWave = [4]float32{float32(along[0]), float32(along[1]), float32(waterReach * f.Camera.Size)}
}

// waterOpacity is how much the water hides of things beneath it, and waterReach half the side of its
// surface, as a multiple of the size of the view's subject. waterSquares are the squares along a side, as
// in water.vert.
const (
	waterOpacity = 0.5
	waterReach   = 2.0
	waterSquares = 96
)

// gridPlace returns where the grid has the origin of positions along an axis [m]: there, or where the
// lines are the same, as far away as leaves the axis of the world out of reach, so that
// float32 holds it well.
func gridPlace(origin, spacing, reach float64) float32 {
	const strong = 5 // one in strong lines is
	if cells := math.Floor((math.Abs(origin) - reach) / (strong * spacing)); cells > 0 {
		away := math.Ceil(reach/(strong*spacing)) + 1
		if cells > away {
			origin = math.Copysign(math.Abs(origin)-(cells-away)*strong*spacing, origin)
		}
	}
	return float32(origin)
}

// put writes a matrix column by column, as OpenGL wants it and mathgl keeps it.
func put(to *[16]float32, m mgl64.Mat4) {
	for i, value := range m {
		to[i] = float32(value)
	}
}

const (
	gridReach = 3.0  // radius where the grid has faded, as a multiple of the size of the view's subject
	gridLines = 16.0 // largest number of fine grid cells along that size
)

// sunMatrix maps the world to the shadow map of a ball around the things that cast shadows:
// each axis goes from 0 to 1. Things that receive shadows, such as the ground, may be up to
// behind [m] behind the center of the ball.
func sunMatrix(center model.Vec3, radius, behind float64) mgl64.Mat4 {
	toward := model.Vec3(color.Sun())
	look := mgl64.LookAtV(center.Add(toward.Mul(radius)), center, mgl64.Vec3{0, 0, 1})
	ortho := mgl64.Ortho(-radius, radius, -radius, radius, 0, radius+max(behind, radius))
	return mgl64.Translate3D(0.5, 0.5, 0.5).Mul4(mgl64.Scale3D(0.5, 0.5, 0.5)).Mul4(ortho).Mul4(look)
}

// behindSun returns how far behind the middle of a ball its shadow falls at most [m]: on the ground if there
// is one, and at least some radii.
func (f Frame) behindSun(center model.Vec3, radius float64) float64 {
	behind := 4 * radius
	if f.Ground != nil {
		slope := color.Sun()[2]
		behind = max(behind, (center[2]-*f.Ground+2*radius)/slope+2*radius)
	}
	return behind
}
