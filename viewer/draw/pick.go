package draw

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// picker asks the device which mass is under the cursor. 24 bytes there.
type picker struct {
	program *glx.Program
	buffer  *glx.Buffer
	record  []shaders.Pick // one
}

func (p *picker) make(ctx *glx.Context) (err error) {
	p.record = make([]shaders.Pick, 1)
	if p.program, err = newCompute(ctx, shaders.PickPass); err != nil {
		return err
	}
	p.buffer, err = ctx.NewBuffer("pick", int64(unsafe.Sizeof(shaders.Pick{})))
	return err
}

func (p *picker) close() {
	p.buffer.Release()
	p.program.Release()
}

// Pick is the mass, by the model's number, that the last picture shows at a place
// [pixels from the upper left corner], or within a radius of it; false when there is
// none. Of masses that are about as near to the cursor it is the one in front. The
// device looks at all masses; nothing is done for each of them here. It waits.
func (r *Renderer) Pick(x, y, radius float64) (mass int, ok bool, err error) {
	const none = ^uint32(0)
	count := int64(r.scene.MassCount())
	groupsX, groupsY, err := r.ctx.Limits.Groups(count, groupSize)
	if err != nil {
		return 0, false, fmt.Errorf("draw: pick: %w", err)
	}
	question := &r.picker.record[0]
	*question = shaders.Pick{X: float32(x), Y: float32(y), Radius: float32(radius), Score: none, Mass: none}
	r.ctx.BindUniform(uint32(shaders.BindView), r.viewBlock)
	r.structure.updateNormals(r.scene.PositionBuffer())
	r.ctx.Barrier(glx.ByShader) // the pass reads the normals
	for question.Stage = range uint32(2) {
		r.ctx.Barrier(glx.ByTransfer)
		glx.Upload(r.picker.buffer, 0, r.picker.record)
		r.ctx.BindStorage(uint32(shaders.BindPosition), r.scene.PositionBuffer())
		r.ctx.BindStorage(uint32(shaders.BindNormal), r.structure.normal)
		r.ctx.BindStorage(uint32(shaders.BindPick), r.picker.buffer)
		r.ctx.Use(r.picker.program)
		r.ctx.Dispatch(groupsX, groupsY)
		r.ctx.Barrier(glx.ByTransfer) // the download reads the answer
		glx.Download(r.picker.buffer, 0, r.picker.record)
	}
	if question.Mass == none {
		return 0, false, r.ctx.Err("draw: pick")
	}
	mass = int(question.Mass)
	if order := r.scene.MassOrder(); order != nil {
		mass = int(order[mass])
	}
	return mass, true, r.ctx.Err("draw: pick")
}

// Place is where a mass is now, by the model's number. It waits.
func (r *Renderer) Place(mass int) (x [3]float64) {
	if r.marks.number != nil {
		mass = int(r.marks.number[mass])
	}
	var record [1]shaders.Position
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.PositionBuffer(), int64(mass), record[:])
	for axis := range x {
		x[axis] = float64(record[0].Xyz[axis])
	}
	return x
}
