package draw

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/surface"
)

// structure holds data on a scene beyond the engine's buffers: the position and orientation
// of its surface. On the device it takes 36 bytes per mass; a surface adds about 60 per mass
// on it and 4 for each spring there.
type structure struct {
	ctx          *glx.Context
	partner      *glx.Buffer // per mass, written once
	normal       *glx.Buffer // per mass, written by the pass surface-normal
	skin         *glx.Buffer // three masses for each triangle: also an index buffer
	skinAt       *glx.Buffer // triangles and springs at each mass of the skin
	wire         *glx.Buffer // two masses for each spring that is a side of a triangle of the skin
	pins         *glx.Buffer // masses that are pinned, on one axis at least
	triangles    int64
	wires        int64
	pinned       int64
	program      *glx.Program
	groups       [2]uint32
	springLength float32     // median at the start [m]
	strainFloor  float64     // smaller strains are rounding; see StrainFloor
	dense        bool        // whether it has an inside and too many springs to show
	sheet        bool        // whether it is mostly cloth
	thread       bool        // whether it is mostly threads, so that lines alone must be visible
	hung         []bool      // masses that an embedded surface follows; set only while the structure is made
	cloth        [][3]uint32 // triangles of cloth; set only while the structure is made
}

// newStructure reads the scene. hung marks the masses that an embedded surface follows, which then have
// values; it is nil without such a surface. cloth holds the triangles of the scene's cloth, see Cloth.
func newStructure(ctx *glx.Context, scene Drawable, subject Subject, hung []bool, cloth [][3]uint32) (*structure, error) {
	s := &structure{ctx: ctx, hung: hung, cloth: cloth}
	err := s.make(scene, subject)
	s.hung, s.cloth = nil, nil
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *structure) make(scene Drawable, subject Subject) (err error) {
	masses := int64(scene.MassCount())
	if s.program, err = newCompute(s.ctx, shaders.SurfaceNormal); err != nil {
		return err
	}
	if s.groups[0], s.groups[1], err = s.ctx.Limits.Groups(masses, groupSize); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if s.normal, err = s.ctx.NewBuffer("normals", masses*int64(unsafe.Sizeof(shaders.Normal{}))); err != nil {
		return fmt.Errorf("draw: %w", err)
	}

	position := make([]shaders.Position, masses)
	s.ctx.Barrier(glx.ByTransfer)
	glx.Download(scene.PositionBuffer(), 0, position)
	placeAtStart(position, scene.MassOrder(), subject, scene.Origin())
	ends, err := liveEnds(scene)
	if err != nil {
		return fmt.Errorf("draw: read the structure: %w", err)
	}
	of := surface.Excerpt{Masses: len(position), Springs: len(ends)}
	s.springLength = surface.MedianLength(position, ends)
	if subject.Whole != nil {
		of, s.springLength = subject.Whole.Excerpt(), subject.Whole.SpringLength()
	}
	of.Hung = s.hung
	s.strainFloor = color.StrainFloor(surface.Farthest(position), s.springLength)
	f := surface.FindIn(of, position, ends, s.cloth)
	s.dense, s.sheet, s.thread = f.Looks()
	if err := s.upload(scene, position, ends, f); err != nil {
		return err
	}
	return s.ctx.Err("draw: read the structure")
}

// placeAtStart puts masses at the start of the subject. The surface is found there, so that a run that is
// resumed shows the same surface as before. Positions stay as they are where the subject lacks a start for
// the scene's masses.
func placeAtStart(position []shaders.Position, order []uint32, s Subject, origin model.Vec3) {
	if s.Model == nil && s.Start == nil {
		return
	}
	start := s.StartState().Position
	if len(start) != len(position) {
		return
	}
	model.InBlocks(len(position), func(_, first, last int) {
		for k := first; k < last; k++ {
			i := k
			if order != nil {
				i = int(order[k])
			}
			for axis, x := range start[i].Sub(origin) {
				position[k].Xyz[axis] = float32(x)
			}
		}
	})
}

// liveEnds returns the ends of all springs, as numbers of masses. Both ends of a removed
// spring are the same mass.
func liveEnds(scene Drawable) ([]shaders.Ends, error) {
	ends := make([]shaders.Ends, scene.SpringCount())
	glx.Download(scene.EndsBuffer(), 0, ends)
	springs := make([]shaders.Spring, len(ends))
	glx.Download(scene.SpringBuffer(), 0, springs)
	faults := make([]error, model.BlockCount(len(ends)))
	model.InBlocks(len(ends), func(block, first, last int) {
		for i := first; i < last; i++ {
			if _, err := limits.Number("mass", max(ends[i][0], ends[i][1]), scene.MassCount()); err != nil {
				faults[block] = fmt.Errorf("spring %d: %w", i, err)
				return
			}
			if springs[i].Kind&0xffff == 0 {
				ends[i][1] = ends[i][0]
			}
		}
	})
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// upload writes the lists of the surface and of pinned masses.
func (s *structure) upload(scene Drawable, position []shaders.Position, ends []shaders.Ends, f surface.Found) (err error) {
	if s.partner, err = list(s.ctx, "partners", f.Partner); err != nil {
		return err
	}
	surface := surface.SkinOf(f)
	if s.hung != nil {
		surface.Uncover(s.hung, ends, f.Partner)
	}
	s.triangles, s.wires = int64(len(surface.Triangles)), int64(len(surface.Wires))
	if s.skin, err = list(s.ctx, "surface", surface.Triangles); err != nil {
		return err
	}
	if s.wire, err = list(s.ctx, "wires", surface.Wires); err != nil {
		return err
	}
	if s.skinAt, err = list(s.ctx, "surface lists", surface.Lists(&f)); err != nil {
		return err
	}
	velocity := make([]shaders.Velocity, len(position))
	glx.Download(scene.VelocityBuffer(), 0, velocity)
	var pins []uint32
	for i, p := range position {
		if p.InverseMass == 0 || uint32(velocity[i].Pin)&7 != 0 {
			pins = append(pins, uint32(i))
		}
	}
	s.pinned = int64(len(pins))
	s.pins, err = list(s.ctx, "pins", pins)
	return err
}

// list puts records on the device.
func list[T any](ctx *glx.Context, label string, records []T) (*glx.Buffer, error) {
	b, err := glx.NewBufferFrom(ctx, label, records)
	if err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return b, nil
}

// hasSurface reports whether the surface of springs is shown.
func (s *structure) hasSurface(show Show) bool {
	switch {
	case s.triangles == 0 || show == Springs:
		return false
	case show == Auto:
		return s.dense || s.sheet
	}
	return true
}

// mostLineWidth is the largest width of springs that are drawn as lines [points].
const mostLineWidth = 3

// lineWidth returns the width of springs [points]. pointsPerMeter is the length of a meter at
// the camera's distance [points]: long springs are drawn thicker.
func (s *structure) lineWidth(pointsPerMeter float64) float32 {
	thinnest := 1.0
	if s.thread {
		thinnest = 2
	}
	return float32(min(max(float64(s.springLength)*pointsPerMeter/60, thinnest), mostLineWidth))
}

// updateNormals queues the pass that follows the surface as it moves. The view
// block must be bound.
func (s *structure) updateNormals(position *glx.Buffer) {
	if s.groups[0] == 0 {
		return
	}
	s.ctx.BindStorage(uint32(shaders.BindPosition), position)
	s.ctx.BindStorage(uint32(shaders.BindPartner), s.partner)
	s.ctx.BindStorage(uint32(shaders.BindNormal), s.normal)
	s.ctx.BindStorage(uint32(shaders.BindSkin), s.skin)
	s.ctx.BindStorage(uint32(shaders.BindSkinAt), s.skinAt)
	s.ctx.Use(s.program)
	s.ctx.Dispatch(s.groups[0], s.groups[1])
	s.ctx.Barrier(glx.ByVertex) // the draws read the normals as an attribute
}

func (s *structure) close() {
	if s == nil {
		return
	}
	for _, b := range []*glx.Buffer{s.pins, s.wire, s.skinAt, s.skin, s.normal, s.partner} {
		b.Release()
	}
	s.program.Release()
}
