package session

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/scene/words"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// brush paints a material on the springs around the masses over which it passes.
type brush struct {
	on       bool
	material int      // number among the palette's materials and those that the brush can add to it
	points   float64  // radius [points]; zero stands for brushPoints
	dabs     []uint32 // masses that were under the cursor, in this stroke
	meters   float64  // radius in space, the largest of the stroke [m]

	before color.Coloring // the coloring that was shown before the brush was taken
}

const (
	brushPoints = 24.0
	brushStep   = 1.25
	leastBrush  = 6.0   // [points]
	mostBrush   = 150.0 // [points]
)

// size returns the radius of the brush [points].
func (b *brush) size() float64 {
	if b.points == 0 {
		return brushPoints
	}
	return b.points
}

// paints returns all materials that can be painted; the first one removes springs.
func (s *Session) paints() []model.Material {
	list := s.Palette.Given
	if len(list) > 1 && list[len(list)-1].Name != "stiff paint" {
		list = append(list[:len(list):len(list)], s.Palette.Added()...)
	}
	return list
}

// paintName returns the name of the k-th material that can be painted.
func (s *Session) paintName(k int) string {
	list := s.paints()
	switch name := list[min(k, len(list)-1)].Name; {
	case k == int(model.Removed):
		return "nothing"
	case name == "":
		return fmt.Sprintf("material %d", k)
	default:
		return name
	}
}

// stepPaint chooses the next or the previous material.
func (s *Session) stepPaint(up int) error {
	count := len(s.paints())
	s.brush.material = (s.brush.material + up + count) % count
	return nil
}

// stepBrush makes the brush wider or narrower.
func (s *Session) stepBrush(up int) error {
	s.brush.points = min(max(s.brush.size()*math.Pow(brushStep, float64(up)), leastBrush), mostBrush)
	return nil
}

// toggleBrush takes the brush in the hand, or puts it away.
func (s *Session) toggleBrush() {
	b := &s.brush
	if b.on {
		s.putBrushAway()
		s.knife = false
		s.say("no paint")
		return
	}
	b.on, s.knife = true, false
	b.material = min(b.material, len(s.paints())-1)
	b.before, s.look.Color = s.look.Color, color.ByMaterial
	s.say(fmt.Sprintf("drag over springs to paint them with %s (d: no paint; controls: paint, brush)", s.paintName(b.material)))
}

// putBrushAway ends painting. It shows the coloring from before the brush was taken,
// unless somebody chose another one meanwhile.
func (s *Session) putBrushAway() {
	if s.brush.on && s.look.Color == color.ByMaterial {
		s.look.Color = s.brush.before
	}
	s.brush.on = false
}

// dab adds the mass under the cursor to the stroke.
func (s *Session) dab(x, y float64) error {
	if err := s.seeFirst(); err != nil {
		return err
	}
	height, points := float64(s.target.Height), max(s.look.Scale, 1)
	px, py := x*height+float64(s.target.Width)/2, (y+0.5)*height
	mass, ok, err := s.Renderer.Pick(px, py, s.brush.size()*points)
	if err == nil && !ok {
		mass, ok, err = s.Renderer.PickSurface(px, py)
	}
	if err == nil && !ok {
		if mass, ok, err = s.Renderer.PickSpring(px, py, s.brush.size()*points); ok {
			mass = int(s.Model.Ends[mass][0])
		}
	}
	if err != nil || !ok {
		return err
	}
	if n := len(s.brush.dabs); n == 0 || s.brush.dabs[n-1] != uint32(mass) {
		s.brush.dabs = append(s.brush.dabs, uint32(mass))
	}
	camera := s.shown.Camera()
	depth := camera.Depth(s.Renderer.Place(mass))
	meters := s.brush.size() * points / height * 2 * depth * math.Tan(camera.Field/2)
	s.brush.meters = max(s.brush.meters, meters)
	return nil
}

// strokeTo adds dabs between the last position of the cursor and a new one, half a brush
// apart, up to a bounded number.
func (s *Session) strokeTo(x, y float64) error {
	const most = 8
	apart := 0.5 * s.brush.size() * max(s.look.Scale, 1) / float64(s.target.Height)
	n := int(min(max(math.Ceil(math.Hypot(x-s.x, y-s.y)/apart), 1), most))
	for k := 1; k <= n; k++ {
		part := float64(k) / float64(n)
		if err := s.dab(s.x+part*(x-s.x), s.y+part*(y-s.y)); err != nil {
			return err
		}
	}
	return nil
}

// endStroke paints the springs of the stroke.
func (s *Session) endStroke() error {
	dabs, reach := s.brush.dabs, s.brush.meters
	s.brush.dabs, s.brush.meters = s.brush.dabs[:0], 0
	if len(dabs) == 0 {
		s.say("nothing was under the brush")
		return nil
	}
	p, material := s.Palette, s.brush.material
	if material >= len(p.Given) {
		p = p.With(p.Added()...)
	}
	count, err := s.Paint(p, uint16(material), dabs, reach)
	text := fmt.Sprintf("painted %s with %s", words.Counted(count, "spring"), s.paintName(material))
	if safe := s.SafeStep(); err == nil && s.Params.DT > safe {
		text += fmt.Sprintf("; the step is above the safe one, %.3g s: more substeps help", safe)
	}
	s.try(text, err)
	return nil
}

// sayBrush returns the row of the panel with the width of the brush.
func (s *Session) sayBrush() hud.Row {
	r := s.brush.size()
	return hud.Row{Value: fmt.Sprintf("%.0f points", r), Share: math.Log(r/leastBrush) / math.Log(mostBrush/leastBrush), Mark: -1}
}

// ring returns the circle of the brush around the cursor, for the picture; nil while the brush
// is not in use.
func (s *Session) ring() *hud.Ring {
	if !s.brush.on || s.target == nil {
		return nil
	}
	return &hud.Ring{X: s.x, Y: s.y, Radius: s.brush.size() * max(s.look.Scale, 1) / float64(s.target.Height)}
}
