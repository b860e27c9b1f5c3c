package draw

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// structure holds what drawing knows of a scene beyond the engine's buffers:
// where its surface is and how it faces. 28 bytes per mass on the device.
type structure struct {
	ctx          *glx.Context
	partner      *glx.Buffer // per mass, written once
	normal       *glx.Buffer // per mass, written by the pass surface-normal
	program      *glx.Program
	groups       [2]uint32
	springLength float32 // median at the start [m]
	strainFloor  float64 // strains below it are rounding; see strainFloor
	dense        bool    // has an inside and so many springs that it must be hidden
	thread       bool    // mostly threads: lines alone must be seen
}

// denseSprings is from how many springs on a view of all of them is confusing.
const denseSprings = 2000

func newStructure(ctx *glx.Context, scene Scene) (*structure, error) {
	s := &structure{ctx: ctx}
	if err := s.make(scene); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *structure) make(scene Scene) (err error) {
	masses := int64(scene.MassCount())
	if s.program, err = newCompute(s.ctx, shaders.SurfaceNormal); err != nil {
		return err
	}
	if s.groups[0], s.groups[1], err = s.ctx.Limits.Groups(masses, groupSize); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if s.partner, err = s.ctx.NewBuffer("partners", masses*int64(unsafe.Sizeof(shaders.Partner{}))); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if s.normal, err = s.ctx.NewBuffer("normals", masses*int64(unsafe.Sizeof(shaders.Normal{}))); err != nil {
		return fmt.Errorf("draw: %w", err)
	}

	position := make([]shaders.Position, masses)
	ends := make([]shaders.Ends, scene.SpringCount())
	s.ctx.Barrier(glx.ByTransfer)
	glx.Download(scene.PositionBuffer(), 0, position)
	glx.Download(scene.EndsBuffer(), 0, ends)
	s.springLength = medianLength(position, ends)
	s.strainFloor = strainFloor(farthestCoordinate(position), s.springLength)
	partner := findSurface(position, ends)
	var kinds [shaders.SurfaceThread + 1]int
	for _, p := range partner {
		kinds[p.Kind]++
	}
	s.dense = kinds[shaders.SurfaceInside] > 0 && len(ends) >= denseSprings
	s.thread = 2*kinds[shaders.SurfaceThread] > len(partner)
	glx.Upload(s.partner, 0, partner)
	return s.ctx.Err("draw: read the structure")
}

// lineWidth is the width of springs [points] when a meter at the camera's
// distance is that many points: long springs are drawn thicker.
func (s *structure) lineWidth(pointsPerMeter float64) float32 {
	thinnest := 1.0
	if s.thread {
		thinnest = 2
	}
	return float32(min(max(float64(s.springLength)*pointsPerMeter/60, thinnest), 3))
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
	s.ctx.Use(s.program)
	s.ctx.Dispatch(s.groups[0], s.groups[1])
	s.ctx.Barrier(glx.ByVertex) // the draws read the normals as an attribute
}

func (s *structure) close() {
	if s == nil {
		return
	}
	s.normal.Release()
	s.partner.Release()
	s.program.Release()
}

// medianLength is the median length of up to a thousand springs [m], 0 without
// springs.
func medianLength(position []shaders.Position, ends []shaders.Ends) float32 {
	var lengths []float32
	for i := 0; i < len(ends); i += 1 + len(ends)/1000 {
		a, b := mgl32.Vec3(position[ends[i][0]].Xyz), mgl32.Vec3(position[ends[i][1]].Xyz)
		lengths = append(lengths, b.Sub(a).Len())
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}
