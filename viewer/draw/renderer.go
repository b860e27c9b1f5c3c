package draw

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Renderer draws one scene. It owns its programs, textures and vertex arrays
// and borrows the context and the scene's buffers.
type Renderer struct {
	ctx          *glx.Context
	scene        Scene
	programs     programs
	structure    *structure // what is known of the scene's surface
	springs      *glx.VertexArray
	masses       *glx.VertexArray
	nothing      *glx.VertexArray // for shapes made of gl_VertexID
	viewBlock    *glx.Buffer
	colorMap     *glx.Texture
	text         *text
	strain       strainRange
	frames       int
	massDiameter float32 // [m]
}

// strainFrames is how many pictures are drawn between two looks at the strains,
// since looking waits for the device.
const strainFrames = 8

// massSize is the diameter of a drawn mass, in median spring lengths.
const massSize = 0.12

// New prepares to draw the scene. It reads the scene's positions and ends once,
// to find the surface, which waits for the device and takes a second for ten
// million springs.
func New(ctx *glx.Context, scene Scene) (*Renderer, error) {
	r := &Renderer{ctx: ctx, scene: scene}
	if err := r.make(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) make() (err error) {
	if r.programs, err = newPrograms(r.ctx); err != nil {
		return err
	}
	if r.structure, err = newStructure(r.ctx, r.scene); err != nil {
		return err
	}
	r.massDiameter = massSize * r.structure.springLength
	r.strain.floor = r.structure.strainFloor
	for _, v := range []struct {
		array **glx.VertexArray
		label string
	}{{&r.springs, "springs"}, {&r.masses, "masses"}, {&r.nothing, "nothing"}} {
		if *v.array, err = r.ctx.NewVertexArray(v.label); err != nil {
			return err
		}
	}
	if r.viewBlock, err = r.ctx.NewBuffer("view", int64(unsafe.Sizeof(shaders.View{}))); err != nil {
		return err
	}
	const entries = 257 // odd: the middle is exactly strain 0
	if r.colorMap, err = r.ctx.NewTexture("color map", glx.Color, entries, 1, CoolWarm(entries).Bytes()); err != nil {
		return err
	}
	r.text, err = newText(r.ctx)
	return err
}

// Draw queues one picture of the scene as it is now.
func (r *Renderer) Draw(target *glx.Framebuffer, f Frame) error {
	if err := r.scene.UpdateStrain(); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if r.frames%strainFrames == 0 {
		r.ctx.Barrier(glx.ByTransfer) // the sample is a download
		r.strain.follow(sampleStrain(r.scene.StrainBuffer(), r.scene.SpringCount()))
	}
	r.frames++

	view := f.view(target.Width, target.Height)
	view.StrainRange = float32(r.strain.value)
	view.MassDiameter = r.massDiameter
	if !r.structure.dense {
		view.Interior = 1
		view.Light[3] = ambientSparse
	}
	view.MassCount = uint32(r.scene.MassCount())
	glx.Upload(r.viewBlock, 0, []shaders.View{view})
	r.ctx.BindUniform(uint32(shaders.BindView), r.viewBlock)
	r.structure.updateNormals(r.scene.PositionBuffer())

	target.Begin(view.SkyBottom[0], view.SkyBottom[1], view.SkyBottom[2])
	r.drawBackground()
	if f.Ground != nil && !f.Look.NoGrid {
		r.drawGround()
	}
	r.drawSprings(f.Look.scale(), r.structure.lineWidth(float64(view.PointsPerMeter)/f.Camera.Distance))
	if !f.Look.NoMasses {
		r.drawMasses()
	}
	if !f.Look.NoText {
		if err := r.drawText(target, f); err != nil {
			return err
		}
	}
	return r.ctx.Err("draw: picture")
}

// StrainRange is the strain at the ends of the color map in the last picture.
func (r *Renderer) StrainRange() float64 { return r.strain.value }

// Bounds is the box around the masses as they are now. It waits. Masses that
// are not at a finite place are left out.
func (r *Renderer) Bounds() Box {
	position := make([]shaders.Position, r.scene.MassCount())
	r.ctx.Barrier(glx.ByTransfer)
	glx.Download(r.scene.PositionBuffer(), 0, position)
	return bounds(position)
}

// Close releases what the renderer owns. Closing twice, or a nil renderer, is
// harmless.
func (r *Renderer) Close() {
	if r == nil {
		return
	}
	r.text.close()
	r.colorMap.Release()
	r.viewBlock.Release()
	for _, v := range []*glx.VertexArray{r.springs, r.masses, r.nothing} {
		v.Release()
	}
	r.structure.close()
	r.programs.close()
}

func (r *Renderer) drawBackground() {
	r.ctx.SetDrawState(glx.DrawState{})
	r.ctx.Use(r.programs.background)
	r.ctx.DrawTriangles(r.nothing, 3)
}

// vertexRecord is the layout of the engine's positions and of the normals.
func vertexRecord(location uint32) glx.Attribute {
	return glx.Attribute{Location: location, Components: 4, Type: glx.Float32, Stride: 16}
}

// drawSprings draws the ends of the springs as the indices of lines over the
// positions, both where the engine keeps them.
func (r *Renderer) drawSprings(scale float64, width float32) {
	r.springs.Attribute(vertexRecord(0), r.scene.PositionBuffer())
	r.springs.Attribute(vertexRecord(1), r.structure.normal)
	r.springs.Indices(r.scene.EndsBuffer())
	r.ctx.BindStorage(uint32(shaders.BindStrain), r.scene.StrainBuffer())
	r.ctx.BindTexture(shaders.UnitColorMap, r.colorMap)
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1, LineWidth: width * float32(scale)})
	r.ctx.Use(r.programs.spring)
	r.ctx.DrawIndexedLines(r.springs, int64(r.scene.SpringCount()))
}

func (r *Renderer) drawMasses() {
	r.bindMasses()
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
	r.ctx.Use(r.programs.mass)
	r.ctx.DrawPoints(r.masses, int64(r.scene.MassCount()))
}

// drawGround draws the shadow, then the grid over it. It comes before the
// structure and leaves no depth: the ground is a backdrop, and what has sunk
// into it a little, as all that rests on it has, is still seen.
func (r *Renderer) drawGround() {
	r.bindMasses()
	r.ctx.SetDrawState(glx.DrawState{ClipDistances: 1})
	r.ctx.Use(r.programs.shadow)
	r.ctx.DrawPoints(r.masses, int64(r.scene.MassCount()))

	r.ctx.SetDrawState(glx.DrawState{Blend: true})
	r.ctx.Use(r.programs.grid)
	r.ctx.DrawTriangles(r.nothing, 6)
}

func (r *Renderer) bindMasses() {
	r.masses.Attribute(vertexRecord(0), r.scene.PositionBuffer())
	r.masses.Attribute(vertexRecord(1), r.structure.normal)
}

func (r *Renderer) drawText(target *glx.Framebuffer, f Frame) error {
	scale := f.Look.scale()
	page, err := r.text.begin(target.Width, target.Height, scale)
	if err != nil {
		return err
	}
	f.Overlay.write(page, float32(scale))
	if !f.Look.Plain {
		writeLegend(page, CoolWarm(legendEntries), r.strain.value, float32(scale))
	}
	r.ctx.SetDrawState(glx.DrawState{Blend: true})
	r.ctx.Use(r.programs.hud)
	return r.text.draw(shaders.UnitGlyphs)
}

func bounds(position []shaders.Position) Box {
	var box Box
	first := true
	for _, p := range position {
		x := model.Vec3{float64(p.Xyz[0]), float64(p.Xyz[1]), float64(p.Xyz[2])}
		if slices.ContainsFunc(x[:], func(c float64) bool { return c-c != 0 }) {
			continue // Inf or NaN
		}
		if first {
			box, first = Box{Lo: x, Hi: x}, false
		}
		for axis := range 3 {
			box.Lo[axis] = min(box.Lo[axis], x[axis])
			box.Hi[axis] = max(box.Hi[axis], x[axis])
		}
	}
	return box
}
