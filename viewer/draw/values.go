package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// values are what springs and the surface are colored by. On the device they take 4
// bytes per mass, and 8 per spring once another coloring than strain was asked for.
type values struct {
	ctx        *glx.Context
	springs    *glx.Program
	surface    *glx.Program
	ofMass     *glx.Buffer
	ofSpring   *glx.Buffer // nil before it is needed
	stiffness  *glx.Buffer // nil before it is needed
	masses     int64
	count      int64 // of springs
	groupsSet  bool  // whether the buffers hold groups
	ranges     [colorings]valueRange
	sample     []float32
	sizes      []float32
	sampled    int // frames since the last sample
	sampledFor Coloring
}

// sampleFrames is how many pictures are drawn between two looks at the values,
// since looking waits for the device.
const sampleFrames = 3

func (v *values) make(ctx *glx.Context, scene Scene, strainFloor float64) (err error) {
	v.ctx, v.masses, v.count = ctx, int64(scene.MassCount()), int64(scene.SpringCount())
	for c := range v.ranges {
		v.ranges[c] = valueRange{floor: Coloring(c).floor(strainFloor), ceiling: Coloring(c).ceiling()}
	}
	if v.springs, err = newCompute(ctx, shaders.SpringValue); err != nil {
		return err
	}
	if v.surface, err = newCompute(ctx, shaders.SurfaceValue); err != nil {
		return err
	}
	if v.ofMass, err = ctx.NewBuffer("values of masses", 4*v.masses); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

// ready makes the buffers that a coloring needs.
func (v *values) ready(c Coloring, scene Scene, s Subject) (err error) {
	if c == ByStrain || c == Plain {
		return nil
	}
	if v.ofSpring == nil {
		if v.ofSpring, err = v.ctx.NewBuffer("values of springs", 4*v.count); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
		if v.stiffness, err = v.ctx.NewBuffer("stiffness", 4*v.count); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
		if s.Model != nil && s.Model.SpringCount() == int(v.count) {
			list := make([]float32, v.count)
			resolver := model.NewResolver(s.Model, s.Params.DT)
			for i := range list {
				list[i] = float32(resolver.Spring(i).Stiffness)
			}
			glx.Upload(v.stiffness, 0, list)
		}
	}
	if c == ByGroup && !v.groupsSet {
		v.uploadGroups(scene, s)
		v.groupsSet = true
	}
	return nil
}

// uploadGroups writes the number of the group of each mass, and of a spring whose
// ends are both in one.
func (v *values) uploadGroups(scene Scene, s Subject) {
	group := make([]float32, v.masses) // by the model's numbers
	springs := make([]float32, v.count)
	if s.Model != nil {
		for g, list := range s.Model.Groups {
			for _, i := range list.Masses {
				group[i] = nameColor(g + 1)
			}
		}
		for k, ends := range s.Model.Ends {
			springs[k] = min(group[ends[0]], group[ends[1]])
		}
	}
	if order := scene.MassOrder(); order != nil {
		ordered := make([]float32, v.masses)
		for k, i := range order {
			ordered[k] = group[i]
		}
		group = ordered
	}
	glx.Upload(v.ofMass, 0, group)
	glx.Upload(v.ofSpring, 0, springs)
}

// nameColor is the value of a name of that number, from 1.
func nameColor(number int) float32 { return float32((number-1)%namedColors + 1) }

// ofSprings is the buffer of the springs' values.
func (v *values) ofSprings(c Coloring, scene Scene) *glx.Buffer {
	if c == ByStrain || c == Plain {
		return scene.StrainBuffer()
	}
	return v.ofSpring
}

// follow looks at the values now and then, and adapts the range.
func (v *values) follow(c Coloring, scene Scene) {
	if c.named() || c == Plain {
		return
	}
	if v.sampled == 0 || v.sampledFor != c {
		v.ctx.Barrier(glx.ByTransfer) // the sample is a download
		v.sample = sampleValues(v.sample, v.ofSprings(c, scene), int(v.count))
		v.sizes = append(v.sizes[:0], v.sample...)
		v.ranges[c].follow(v.sizes) // which reorders them
		v.sampledFor, v.sampled = c, 0
	}
	v.sampled = (v.sampled + 1) % sampleFrames
}

// bounds are the values at the ends of the color map.
func (v *values) bounds(l Look) (low, high float64) {
	c := l.Color
	if c.named() || c == Plain {
		return 0, namedColors
	}
	high = v.ranges[c].value
	if l.Range > 0 {
		high = l.Range
	}
	if c.signed() {
		return -high, high
	}
	return 0, high
}

// update queues the passes that a coloring needs. The view block must be bound.
func (v *values) updateSprings(c Coloring, scene Scene) error {
	if c == ByStrain || c == Plain || c == ByGroup {
		return nil
	}
	v.ctx.BindStorage(uint32(shaders.BindVelocity), scene.VelocityBuffer())
	v.ctx.BindStorage(uint32(shaders.BindEnds), scene.EndsBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSpring), scene.SpringBuffer())
	v.ctx.BindStorage(uint32(shaders.BindStrain), scene.StrainBuffer())
	v.ctx.BindStorage(uint32(shaders.BindStiffness), v.stiffness)
	v.ctx.BindStorage(uint32(shaders.BindValue), v.ofSpring)
	v.groupsSet = false // the pass writes over them
	return v.dispatch(v.springs, v.count)
}

// updateSurface queues the pass of the surface's values, after that of the springs.
func (v *values) updateSurface(c Coloring, scene Scene, skinAt *glx.Buffer) error {
	if c == Plain || c == ByGroup {
		return nil
	}
	v.ctx.BindStorage(uint32(shaders.BindVelocity), scene.VelocityBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSpring), scene.SpringBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSkinAt), skinAt)
	v.ctx.BindStorage(uint32(shaders.BindValue), v.ofSprings(c, scene))
	v.ctx.BindStorage(uint32(shaders.BindMassValue), v.ofMass)
	v.groupsSet = false // the pass writes over them
	return v.dispatch(v.surface, v.masses)
}

func (v *values) dispatch(p *glx.Program, count int64) error {
	x, y, err := v.ctx.Limits.Groups(count, groupSize)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if x == 0 {
		return nil
	}
	v.ctx.Use(p)
	v.ctx.Dispatch(x, y)
	v.ctx.Barrier(glx.ByShader | glx.ByVertex) // the draws read values
	return nil
}

func (v *values) close() {
	for _, b := range []*glx.Buffer{v.ofMass, v.ofSpring, v.stiffness} {
		b.Release()
	}
	v.springs.Release()
	v.surface.Release()
}

// Extent is the middle and the size of where the masses are, from some of them, as the
// last pictures saw them.
func (r *Renderer) Extent() Box { return bounds(r.extent.sample) }
