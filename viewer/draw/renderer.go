package draw

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/draw/surface"
)

// Renderer draws one scene. It owns its programs, textures and vertex arrays
// and borrows the context and the scene's buffers.
type Renderer struct {
	ctx       *glx.Context
	scene     Drawable
	all       int // springs of the buffers, with those that are not drawn
	subject   Subject
	software  bool // whether OpenGL runs on the CPU
	programs  programs
	tearing   tearing
	structure *structure      // data on the scene's surface
	embedded  embeddedSurface // surface that follows the masses; may be empty
	values    values
	solids    solids
	marks     marks
	placed    model.Vec3 // origin of the positions that it keeps [m], that of the last picture
	extent    extent
	recent    extent // a sample that is newer than that of extent
	recentAt  int    // value of extent.frames when recent was taken
	picker    picker
	chunks    chunks
	detail    detail // of the last picture
	shadow    *glx.ShadowMap
	arrays    arrays
	viewBlock *glx.Buffer
	view      []shaders.View  // one record, as it was uploaded last
	maps      [3]*glx.Texture // diverging, sequential, names
	text      *text
	last      Look // of the last picture
	places    hud.Places
	drawn     bool // whether there is a last picture
	late      int  // number of pictures since colors and shadows were last computed
	watch     func(pass string)
}

// arrays are the vertex arrays, one per thing to draw.
type arrays struct {
	masses, springs, skin, wires, pins, tubes *glx.VertexArray
	nothing                                   *glx.VertexArray // for shapes made of gl_VertexID
}

func (a *arrays) all() map[string]**glx.VertexArray {
	return map[string]**glx.VertexArray{"masses": &a.masses, "springs": &a.springs, "surface": &a.skin, "wires": &a.wires,
		"pins": &a.pins, "tubes": &a.tubes, "nothing": &a.nothing}
}

// New prepares to draw the scene, which is an engine of the subject. It reads the scene's
// springs once, to find the surface at the start of the subject. That waits for the
// device and takes seconds for ten million springs. If the subject has no model, forces
// and energies of springs cannot be shown. It returns an error where the device has no
// memory for the buffers or refuses a program.
func New(ctx *glx.Context, scene Drawable, subject Subject) (*Renderer, error) {
	r := &Renderer{ctx: ctx, scene: withoutAttachments(scene, subject), all: scene.SpringCount(), subject: subject, tearing: tearing{scene: scene}, software: ctx.Software(), view: make([]shaders.View, 1)}
	if err := r.make(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) make() (err error) {
	r.placed, r.values.metric = r.origin(), r.subject.Metric
	r.extent.whole, r.recent.whole, r.values.whole = r.subject.Whole, r.subject.Whole, r.subject.Whole
	if r.programs, err = newPrograms(r.ctx); err != nil {
		return err
	}
	skin, number := skinOf(r.scene, r.subject), numbers(r.scene)
	if err := r.findSurface(); err != nil {
		return err
	}
	if err := r.embedded.make(r.ctx, skin, number); err != nil {
		return err
	}
	if err := r.chunks.make(r.ctx, r.scene, r.structure, &r.embedded); err != nil {
		return err
	}
	if err := r.values.make(r.ctx, r.scene, r.all, r.structure.strainFloor); err != nil {
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
	for k, c := range []color.Coloring{color.ByStrain, color.BySpeed, color.ByMaterial} {
		colors := c.Map(entries)
		if r.maps[k], err = r.ctx.NewTexture("color map", glx.Color, len(colors), 1, colors.Bytes()); err != nil {
			return err
		}
	}
	r.text, err = newText(r.ctx)
	return err
}

// findSurface finds the surface of the structure, without springs that are removed or torn.
func (r *Renderer) findSurface() (err error) {
	skin, number := skinOf(r.scene, r.subject), numbers(r.scene)
	m := r.subject.modelOf(r.scene)
	if m != nil {
		m = m.Changed(r.tearing.changes())
	}
	r.structure, err = newStructure(r.ctx, r.scene, r.subject, surface.Hung(skin, number, r.scene.MassCount()), surface.Cloth(m, number))
	return err
}

// ValueRange returns the value at the upper end of the color map of a coloring in the last
// picture, unless one was chosen.
func (r *Renderer) ValueRange(c color.Coloring) float64 { return r.values.automatic(c) }

// Close releases the renderer's objects. Closing twice, or a nil renderer, is harmless.
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
	r.chunks.close()
	r.embedded.close()
	r.structure.close()
	r.programs.close()
}

// Changing is a scene whose springs may tear: torn ones have the material of removed springs in its
// SpringBuffer.
type Changing interface {
	// Changes returns the changes of springs in the buffers; empty without changes.
	Changes() []inelastic.Change
}

// tearing finds that springs have torn since the surface was found.
type tearing struct {
	scene Drawable
	torn  int // springs that the surface lacks
}

// changes returns the changes of springs in the buffers; empty without changes.
func (t *tearing) changes() []inelastic.Change {
	if changing, ok := t.scene.(Changing); ok {
		return changing.Changes()
	}
	if e, ok := t.scene.(model.Engine); ok {
		if changing, ok := model.As[Changing](e); ok {
			return changing.Changes()
		}
	}
	return nil
}

// tear finds the surface anew if the number of torn springs has changed: it ends at them.
func (r *Renderer) tear() error {
	torn := inelastic.Torn(r.tearing.changes())
	if torn == r.tearing.torn {
		return nil
	}
	r.tearing.torn = torn
	was := r.structure
	if err := r.findSurface(); err != nil {
		r.structure = was
		return err
	}
	was.close()
	r.chunks.close()
	r.chunks = chunks{}
	r.drawn = false
	return r.chunks.make(r.ctx, r.scene, r.structure, &r.embedded)
}
