package draw

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Renderer draws one scene. It owns its programs, textures and vertex arrays
// and borrows the context and the scene's buffers.
type Renderer struct {
	ctx       *glx.Context
	scene     Scene
	subject   Subject
	software  bool // the renderer runs on the CPU
	programs  programs
	structure *structure // what is known of the scene's surface
	drape     drape      // the surface that hangs on the masses, if there is one
	values    values
	solids    solids
	marks     marks
	strains   strains
	extent    extent
	picker    picker
	shadow    *glx.ShadowMap
	arrays    arrays
	viewBlock *glx.Buffer
	view      []shaders.View  // one, as it was uploaded last
	maps      [3]*glx.Texture // diverging, sequential, names
	text      *text
	last      Look // of the last picture
	drawn     bool // whether there is one
	watch     func(pass string)
}

// arrays are the vertex arrays by what is drawn from them.
type arrays struct {
	masses, springs, skin, wires, pins, tubes *glx.VertexArray
	nothing                                   *glx.VertexArray // for shapes made of gl_VertexID
}

func (a *arrays) all() map[string]**glx.VertexArray {
	return map[string]**glx.VertexArray{"masses": &a.masses, "springs": &a.springs, "surface": &a.skin, "wires": &a.wires,
		"pins": &a.pins, "tubes": &a.tubes, "nothing": &a.nothing}
}

// Sizes of what is drawn, in median spring lengths.
const (
	massSize   = 0.15  // diameter of a mass
	tubeSize   = 0.06  // diameter of a spring as a tube
	threadSize = 0.006 // diameter of a thread, in sizes of the structure
	sinkSize   = 0.50  // how far shapes are drawn behind where they are
)

// mostTubes is how many springs are drawn as tubes at most, and on a software
// renderer.
const (
	mostTubes         = 200_000
	mostTubesSoftware = 20_000
)

// New prepares to draw the scene, an engine of the subject. It reads the scene's
// positions and springs once, to find the surface, which waits for the device and
// takes seconds for ten million springs. Without a model in the subject forces and
// energies of springs cannot be shown.
func New(ctx *glx.Context, scene Scene, subject Subject) (*Renderer, error) {
	r := &Renderer{ctx: ctx, scene: scene, subject: subject, software: ctx.Software(), view: make([]shaders.View, 1)}
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
	skin, number := skinOf(r.scene, r.subject), numbers(r.scene)
	if r.structure, err = newStructure(r.ctx, r.scene, hungMasses(skin, number, r.scene.MassCount())); err != nil {
		return err
	}
	if err := r.drape.make(r.ctx, skin, number); err != nil {
		return err
	}
	if err := r.values.make(r.ctx, r.scene, r.structure.strainFloor); err != nil {
		return err
	}
	if err := r.solids.make(r.ctx); err != nil {
		return err
	}
	if err := r.marks.make(r.ctx, r.scene); err != nil {
		return err
	}
	if err := r.picker.make(r.ctx); err != nil {
		return err
	}
	for label, array := range r.arrays.all() {
		if *array, err = r.ctx.NewVertexArray(label); err != nil {
			return err
		}
	}
	if r.viewBlock, err = r.ctx.NewBuffer("view", int64(unsafe.Sizeof(shaders.View{}))); err != nil {
		return err
	}
	if r.shadow, err = r.ctx.NewShadowMap("shadow", shadowSide); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	const entries = 257 // odd: the middle is exactly zero
	for k, c := range []Coloring{ByStrain, BySpeed, ByMaterial} {
		colors := c.colorMap(entries)
		if r.maps[k], err = r.ctx.NewTexture("color map", glx.Color, len(colors), 1, colors.Bytes()); err != nil {
			return err
		}
	}
	r.text, err = newText(r.ctx)
	return err
}

// Watch has a function called after each part of a picture was queued, with its
// name, so that parts can be timed; nil: nobody watches.
func (r *Renderer) Watch(queued func(pass string)) { r.watch = queued }

// queued says that a part of the picture was.
func (r *Renderer) queued(pass string) {
	if r.watch != nil {
		r.watch(pass)
	}
}

// Draw queues one picture of the scene as it is now. Where nothing but the view has
// changed, what was computed for the last picture is taken.
func (r *Renderer) Draw(target *glx.Framebuffer, f Frame) error {
	surface := r.hasSurface(f.Look.Show)
	still, whole := f.Still && r.drawn && r.last == f.Look, f
	in := target
	if f.Coarse != nil {
		in = f.Coarse
		f.Look.Scale = f.Look.scale() * float64(in.Height) / float64(target.Height)
	}
	if still {
		r.uploadView(in, f)
		r.bind(f)
		r.shadow.Bind(shaders.UnitShadow)
	} else {
		if err := r.update(in, f, surface); err != nil {
			return err
		}
		r.drawn, r.last = true, whole.Look
	}
	r.drawScene(in, f, surface)
	if f.Coarse != nil {
		f = whole
		in.Stretch(target)
		r.uploadView(target, f) // for text, and for who asks what is where in the picture
	}
	if !f.Look.NoText {
		if err := r.drawText(target, f); err != nil {
			return err
		}
		r.queued("text")
	}
	return r.ctx.Err("draw: picture")
}

// update queues what depends on the scene: strains, values, normals, the shadow.
func (r *Renderer) update(target *glx.Framebuffer, f Frame, surface bool) error {
	if err := r.scene.UpdateStrain(); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	r.queued("strain")
	if err := r.values.ready(f.Look.Color, r.scene, r.subject); err != nil {
		return err
	}
	r.extent.follow(r.ctx, r.scene)
	if err := r.solids.update(f.Params.Contacts, r.extent.box, f.Look.Theme); err != nil {
		return err
	}
	r.uploadView(target, f) // for the passes
	if err := r.values.updateSprings(f.Look.Color, r.scene); err != nil {
		return err
	}
	r.values.follow(f.Look.Color, r.scene)
	r.uploadView(target, f) // with the range
	r.queued("values")

	r.structure.updateNormals(r.scene.PositionBuffer())
	r.queued("normals")
	if surface {
		if err := r.values.updateSurface(f.Look.Color, r.scene, r.structure.skinAt); err != nil {
			return err
		}
		r.queued("values of masses")
		r.drape.update(r.scene.PositionBuffer(), r.values.ofMass)
		r.queued("embedded surface")
	}
	r.bind(f)
	r.drawShadow(surface)
	r.queued("shadow")
	return nil
}

// hasSurface says whether a surface is to be shown: one that hangs on the masses
// always, unless springs are asked for.
func (r *Renderer) hasSurface(show Show) bool {
	return r.structure.hasSurface(show) || r.drape.triangles > 0 && show != Springs
}

// uploadView writes the view block and binds it.
func (r *Renderer) uploadView(target *glx.Framebuffer, f Frame) {
	view := f.view(target.Width, target.Height)
	low, high := r.values.bounds(f.Look)
	view.ValueLow, view.ValueHigh = float32(low), float32(high)
	view.MassDiameter, view.TubeDiameter = r.thickness()
	if r.structure.pinned <= fewPins {
		view.PinColor[3] = pinPoints
	}
	view.SinkDepth = float32(min(sinkSize*float64(r.structure.springLength), 0.3*r.solids.smallest))
	if !r.structure.dense {
		view.Interior = 1
	}
	box := r.extent.box
	if r.solids.seen {
		box = box.Union(r.solids.box)
	}
	radius := 0.5 * box.Diagonal()
	put(&view.LightProjection, sunMatrix(box.Center(), radius, f.behindSun(box.Center(), radius)))
	view.ShadowBias = float32(2.5 * 2 * radius / shadowSide)
	view.MassCount, view.SpringCount = uint32(r.scene.MassCount()), uint32(r.scene.SpringCount())
	r.view[0] = view
	glx.Upload(r.viewBlock, 0, r.view)
	r.ctx.BindUniform(uint32(shaders.BindView), r.viewBlock)
}

// Where few masses are pinned they are seen from afar, too, so many points wide.
const (
	fewPins   = 64
	pinPoints = 7
)

// thickness are the diameters of masses and of tubes [m]. A thread of many masses is
// drawn thicker than its springs are long.
func (r *Renderer) thickness() (mass, tube float32) {
	mass, tube = massSize*r.structure.springLength, tubeSize*r.structure.springLength
	if r.structure.thread {
		tube = max(tube, float32(threadSize*r.extent.box.Diagonal()))
		mass = max(mass, 1.25*tube)
	}
	return mass, tube
}

// bind leads the buffers to where the programs look for them.
func (r *Renderer) bind(f Frame) {
	r.ctx.BindStorage(uint32(shaders.BindSpring), r.scene.SpringBuffer())
	r.ctx.BindStorage(uint32(shaders.BindValue), r.values.ofSprings(f.Look.Color, r.scene))
	colors := r.maps[1]
	if f.Look.Color.named() {
		colors = r.maps[2]
	} else if f.Look.Color.signed() {
		colors = r.maps[0]
	}
	r.ctx.BindTexture(shaders.UnitColorMap, colors)

	position := r.scene.PositionBuffer()
	a := r.arrays
	for _, array := range []*glx.VertexArray{a.masses, a.springs, a.skin, a.wires, a.pins} {
		array.Attribute(vertexRecord(0), position)
		array.Attribute(vertexRecord(1), r.structure.normal)
	}
	a.skin.Attribute(glx.Attribute{Location: 2, Components: 1, Type: glx.Float32, Stride: 4}, r.values.ofMass)
	a.springs.Indices(r.scene.EndsBuffer())
	a.skin.Indices(r.structure.skin)
	a.wires.Indices(r.structure.wire)
	a.pins.Indices(r.structure.pins)
	a.tubes.Attribute(glx.Attribute{Location: 0, Components: 2, Type: glx.Uint32, Stride: 8, Instances: true}, r.scene.EndsBuffer())
	if r.fetchable() {
		position.ShowVectors()
		r.ctx.BindTexels(shaders.UnitPosition, position)
	}
}

// fetchable says whether shaders can fetch positions as texels.
func (r *Renderer) fetchable() bool { return int64(r.scene.MassCount()) <= r.ctx.Limits.Texels }

// vertexRecord is the layout of the engine's positions and of the normals.
func vertexRecord(location uint32) glx.Attribute {
	return glx.Attribute{Location: location, Components: 4, Type: glx.Float32, Stride: 16}
}

// tubes says whether springs are drawn as tubes: when they are few, and near.
func (r *Renderer) tubes() bool {
	most := mostTubes
	if r.software {
		most = mostTubesSoftware
	}
	return r.scene.SpringCount() <= most && r.fetchable()
}

// ValueRange is the value at the upper end of the color map in the last picture.
func (r *Renderer) ValueRange(c Coloring) float64 { return r.values.ranges[c].value }

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
	for _, m := range r.maps {
		m.Release()
	}
	r.shadow.Release()
	r.viewBlock.Release()
	for _, v := range r.arrays.all() {
		(*v).Release()
	}
	r.picker.close()
	r.marks.close()
	r.solids.close()
	r.values.close()
	r.drape.close()
	r.structure.close()
	r.programs.close()
}

func bounds(position []shaders.Position) Box {
	var box Box
	first := true
	for _, p := range position {
		x := model.Vec3{float64(p.Xyz[0]), float64(p.Xyz[1]), float64(p.Xyz[2])}
		if slices.ContainsFunc(x[:], func(c float64) bool { return math.IsNaN(c) || math.IsInf(c, 0) }) {
			continue
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
