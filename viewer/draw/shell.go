package draw

import (
	"fmt"

	"hooke/machine/memory"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/surface"
)

// Shell is the part of a model by a pattern that can be seen.
type Shell struct {
	Model  *model.Model // the part, in arrays: its masses and springs in the order of the whole
	Masses []uint32     // number in the whole of each mass of the part, ascending
	Inside []bool       // whether a mass of the part is not on a face of the grid

	whole *model.Model
}

// ShellOf returns the shell of a model that starts in a state. It returns nil if pictures need all
// of the model: if the model is not by a pattern or has more than the pattern and a palette, loads
// act on some masses, the state does not follow from the pattern, or masses that are on no face of
// the grid can be seen or do not exist. It returns an error that wraps memory.ErrTooLarge if the
// part and its picture do not fit the memory.
func ShellOf(m *model.Model, p model.Params, start *model.State) (*Shell, error) {
	bytes, ok := ShellBytes(m, p, start)
	if !ok {
		return nil, nil
	}
	g := newShellGrid(m.Pattern)
	if err := memory.Ask(bytes, "the surface of %d masses, %d of them with their neighbors, and its picture", m.MassCount(), g.masses()); err != nil {
		return nil, err
	}
	s := &Shell{whole: m}
	s.Masses, s.Inside = g.list()
	part := &model.Model{Name: m.Name, Materials: m.Materials, RestPosition: make([]model.Vec3, len(s.Masses)), Mass: make([]float64, len(s.Masses))}
	model.InBlocks(len(s.Masses), func(_, first, last int) {
		for k := first; k < last; k++ {
			part.RestPosition[k], part.Mass[k] = m.RestAt(int(s.Masses[k])), m.MassAt(int(s.Masses[k]))
		}
	})
	g.join(part)
	if want := g.springs(); len(part.Ends) != want {
		return nil, fmt.Errorf("shell: %d springs of a surface that has %d: this is a fault of the program", len(part.Ends), want)
	}
	s.Model = part
	return s, nil
}

// plain reports that a model has a pattern and a palette alone, and that nothing acts on single
// masses.
func plain(m *model.Model, p model.Params) bool {
	return m.Pattern != nil && m.Pin == nil && m.Radius == nil && m.Own == nil && m.ActuatorOf == nil && m.Triangles == nil && m.Skin == nil &&
		len(p.Handles)+len(p.Forces)+len(p.Motors)+len(p.Guides) == 0 && !p.Collision.Acts() && !p.Wind.Blows()
}

// hides reports whether the masses of a pattern that are on no face of the grid, of which there
// are some, are those that surface.Find takes to be inside, and pictures show the surface. A small
// grid with every kind of mass tells.
func hides(p *model.Pattern) bool {
	if p.SpringCount() < surface.DenseSprings {
		return false // all springs are drawn
	}
	small, reach := *p, p.Reach()
	for axis, size := range p.Size {
		if size < 3 {
			return false
		}
		small.Size[axis] = min(size, max(3, 2*reach[axis]+1))
	}
	small.Corner = model.Vec3{}
	m := &model.Model{Pattern: &small}
	m.InArrays()
	position, ends := make([]shaders.Position, m.MassCount()), make([]shaders.Ends, m.SpringCount())
	for i, x := range m.RestPosition {
		position[i].Xyz = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	}
	for s, e := range m.Ends {
		ends[s] = shaders.Ends(e)
	}
	found := surface.FindIn(surface.Excerpt{Masses: p.MassCount(), Springs: p.SpringCount()}, position, ends, nil)
	g := newShellGrid(&small)
	for i := range found.Partner {
		if inside := found.Partner[i].Kind == shaders.SurfaceInside; inside == g.onFace(i/small.Size[0], i%small.Size[0]) {
			return false
		}
	}
	return true
}

// ShellBytes estimates the memory that the shell of a model and its picture take at most, on the
// host and on a device that shares its memory, until the picture is drawn. ok is false for a model
// without a shell.
func ShellBytes(m *model.Model, params model.Params, start *model.State) (bytes int64, ok bool) {
	if !plain(m, params) || start.Position != nil || !hides(m.Pattern) {
		return 0, false
	}
	p, g := m.Pattern, newShellGrid(m.Pattern)
	layer := int64(p.Size[0]) * int64(p.Size[1])
	return ofMass*int64(g.masses()) + ofSpring*int64(g.springs()) + layer*int64(ofLayer+ofHeld*g.depth[2]), true
}

// The memory of each mass and each spring of the shell at most, while a renderer looks for the
// surface: the part itself, its copy on the device and the lists of surface.SkinOf.
const (
	ofMass   = 600
	ofSpring = 250
	ofLayer  = 28 // of each mass of a layer that View looks at
	ofHeld   = 12 // of each in the layers that springs reach
)

// Start returns the state in which the part starts.
func (s *Shell) Start(of *model.State) *model.State {
	out := s.Model.Start()
	out.Step, out.Time = of.Step, of.Time
	return out
}
