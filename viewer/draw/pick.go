package draw

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/model"
	"hooke/shaders"
)

// picker queries the device for the thing under the cursor. It takes 24 bytes there.
type picker struct {
	masses, springs, surface *glx.Program
	buffer                   *glx.Buffer
	record                   []shaders.Pick // one record
}

func (p *picker) make(ctx *glx.Context) (err error) {
	p.record = make([]shaders.Pick, 1)
	for _, each := range []struct {
		program **glx.Program
		name    shaders.Name
	}{{&p.masses, shaders.PickPass}, {&p.springs, shaders.PickSpring}, {&p.surface, shaders.PickSurface}} {
		if *each.program, err = newCompute(ctx, each.name); err != nil {
			return err
		}
	}
	p.buffer, err = ctx.NewBuffer("pick", int64(unsafe.Sizeof(shaders.Pick{})))
	return err
}

func (p *picker) close() {
	p.buffer.Release()
	for _, program := range []*glx.Program{p.masses, p.springs, p.surface} {
		program.Release()
	}
}

// Drawn reports whether there is a picture of the scene yet. Picks need one, since they
// search its content.
func (r *Renderer) Drawn() bool { return r.drawn }

// Pick returns the mass, by the model's number, that the last picture shows at a point [pixels from the upper
// left corner] or within a radius of it [pixels]; ok is false without such a mass. Among masses that are
// about as near to the cursor it takes the one in front. The device looks at all masses, and the host does
// nothing for single ones. Pick waits for the device; it returns an error of OpenGL.
func (r *Renderer) Pick(x, y, radius float64) (mass int, ok bool, err error) {
	number, ok, err := r.ask(question{r.picker.masses, int64(r.scene.MassCount()), "mass", r.scene.MassCount()}, x, y, radius, func() {
		r.ctx.BindStorage(uint32(shaders.BindNormal), r.structure.normal)
	})
	return r.modelMass(number, ok), ok, err
}

// PickSpring returns Pick for springs: it looks for the line of each spring.
func (r *Renderer) PickSpring(x, y, radius float64) (spring int, ok bool, err error) {
	return r.ask(question{r.picker.springs, int64(r.scene.SpringCount()), "spring", r.scene.SpringCount()}, x, y, radius, func() {
		r.ctx.BindStorage(uint32(shaders.BindNormal), r.structure.normal)
		r.ctx.BindStorage(uint32(shaders.BindEnds), r.scene.EndsBuffer())
		r.ctx.BindStorage(uint32(shaders.BindSeen), r.scene.SpringBuffer())
	})
}

// PickSurface returns the mass next to a point of the surface [pixels from the upper left
// corner]: the nearest corner of the triangle there, or the mass that this corner depends
// on most. Of the surface of springs and the embedded one it takes the one in front. ok
// is false beside the surface, or where none is shown.
func (r *Renderer) PickSurface(x, y float64) (mass int, ok bool, err error) {
	if !r.drawn {
		return 0, false, nil
	}
	front := ^uint32(0) // the least score; see pick.glsl
	if r.structure.hasSurface(r.last.Show) {
		number, there, err := r.ask(question{r.picker.surface, r.structure.triangles, "mass", r.scene.MassCount()}, x, y, 0, func() {
			r.ctx.BindStorage(uint32(shaders.BindSkin), r.structure.skin)
		})
		if err != nil {
			return 0, false, err
		}
		mass, ok, front = r.modelMass(number, there), there, r.picker.record[0].Score
	}
	if skin := skinOf(r.scene, r.subject); skin != nil && r.embedded.triangles > 0 && r.last.Show != Springs {
		vertex, there, err := r.ask(question{r.picker.surface, r.embedded.triangles, "vertex", len(skin.Weights)}, x, y, 0, func() {
			r.ctx.BindStorage(uint32(shaders.BindPosition), r.embedded.place) // laid out like positions
			r.ctx.BindStorage(uint32(shaders.BindSkin), r.embedded.corners)
		})
		if err != nil {
			return 0, false, err
		}
		if there && r.picker.record[0].Score < front {
			mass, ok = hangsOnMost(skin, vertex), true
		}
	}
	return mass, ok, nil
}

// hangsOnMost returns the mass with the largest weight at a vertex.
func hangsOnMost(s *model.Skin, vertex int) int {
	most := 0
	for j, w := range s.Weights[vertex] {
		if w > s.Weights[vertex][most] {
			most = j
		}
	}
	return int(s.Masses[vertex][most])
}

// question describes the target of a pick pass: the kind of things, their number, and the
// length of the answer.
type question struct {
	program *glx.Program
	things  int64
	kind    string
	count   int
}

// ask runs a pass twice: first for the best score, then for the thing that has it.
func (r *Renderer) ask(q question, x, y, radius float64, bind func()) (number int, ok bool, err error) {
	groupsX, groupsY, err := r.ctx.Limits.Groups(q.things, groupSize)
	if err != nil {
		return 0, false, fmt.Errorf("draw: pick: %w", err)
	}
	if groupsX == 0 {
		return 0, false, nil
	}
	record := &r.picker.record[0]
	*record = shaders.Pick{X: float32(x), Y: float32(y), Radius: float32(radius), Score: nothing, Number: nothing}
	r.ctx.BindUniform(uint32(shaders.BindView), r.viewBlock)
	r.structure.updateNormals(r.scene.PositionBuffer())
	r.ctx.Barrier(glx.ByShader) // the pass reads the normals
	for record.Stage = range uint32(2) {
		r.ctx.Barrier(glx.ByTransfer)
		glx.Upload(r.picker.buffer, 0, r.picker.record)
		r.ctx.BindStorage(uint32(shaders.BindPosition), r.scene.PositionBuffer())
		r.ctx.BindStorage(uint32(shaders.BindPick), r.picker.buffer)
		bind()
		r.ctx.Use(q.program)
		r.ctx.Dispatch(groupsX, groupsY)
		r.ctx.Barrier(glx.ByTransfer) // the download reads the answer
		glx.Download(r.picker.buffer, 0, r.picker.record)
	}
	if err := r.ctx.Err("draw: pick"); err != nil {
		return 0, false, err
	}
	return q.answer(record.Number)
}

// nothing stands for no thing, and is a score that every thing beats.
const nothing = ^uint32(0)

// answer checks the number that the device sent; ok is false where the pass found
// nothing.
func (q question) answer(sent uint32) (number int, ok bool, err error) {
	if sent == nothing {
		return 0, false, nil
	}
	if number, err = limits.Number(q.kind, sent, q.count); err != nil {
		return 0, false, fmt.Errorf("draw: pick: %w", err)
	}
	return number, true, nil
}

// modelMass turns a number of a mass in the buffers into the model's.
func (r *Renderer) modelMass(number int, ok bool) int {
	if order := r.scene.MassOrder(); ok && order != nil {
		return int(order[number])
	}
	return number
}

// Place returns the current position of a mass [m], by the model's number. It waits for the
// device.
func (r *Renderer) Place(mass int) [3]float64 {
	return r.origin().Add(r.inBuffer(mass))
}

// inBuffer returns the position of a mass in the buffers [m], by the model's number.
func (r *Renderer) inBuffer(mass int) model.Vec3 {
	var record [1]shaders.Position
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.PositionBuffer(), r.bufferMass(mass), record[:])
	return widen(record[0].Xyz)
}

// Velocity returns the current velocity of a mass [m/s], by the model's number. It waits for
// the device.
func (r *Renderer) Velocity(mass int) [3]float64 {
	var record [1]shaders.Velocity
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.VelocityBuffer(), r.bufferMass(mass), record[:])
	return widen(record[0].Xyz)
}

// bufferMass turns the model's number of a mass into that of the buffers.
func (r *Renderer) bufferMass(mass int) int64 {
	if r.marks.number != nil {
		return int64(r.marks.number[mass])
	}
	return int64(mass)
}

func widen(v [3]float32) [3]float64 {
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
}
