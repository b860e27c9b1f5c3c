package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/draw/surface"
)

// Drawable is a scene that can be drawn: the buffers of an engine, which drawing borrows and
// never writes. All buffers of masses have one order, which need not be the model's; those of
// springs have the model's.
type Drawable interface {
	MassCount() int
	SpringCount() int
	// Origin returns the point of the world that positions in the buffers are counted from [m].
	Origin() model.Vec3
	PositionBuffer() *glx.Buffer // a vec4 per mass: xyz is the position [m], w the inverse mass [1/kg], 0 for a pinned mass
	VelocityBuffer() *glx.Buffer // a vec4 per mass: xyz [m/s]
	EndsBuffer() *glx.Buffer     // a uvec2 per spring: its two masses
	SpringBuffer() *glx.Buffer   // a shaders.Spring per spring; a removed spring has material 0
	StrainBuffer() *glx.Buffer   // a float per spring: (L − L0(t))/L0(t), as the last UpdateStrain left it
	// MassOrder returns the model's number of each mass of the buffers, or nil where the
	// buffers have the model's order.
	MassOrder() []uint32
	// UpdateStrain queues the pass that fills the strain buffer from the
	// current positions, with the barriers for vertex fetch and shader reads.
	UpdateStrain() error
	// Measure queues the pass that writes another quantity of every spring of the current
	// state into a buffer, which holds a float per spring. It adds the same barriers as
	// UpdateStrain.
	Measure(what shaders.Measured, into *glx.Buffer) error
}

// structural is a scene without attachments, which are its last springs: they are not drawn.
type structural struct {
	Drawable
	springs int
}

func (s structural) SpringCount() int { return s.springs }

// withoutAttachments returns the drawn part of a scene.
func withoutAttachments(scene Drawable, s Subject) Drawable {
	if m := s.Model; m != nil && s.Whole == nil && m.Attachments > 0 && m.SpringCount() == scene.SpringCount() {
		return structural{scene, m.StructuralCount()}
	}
	return scene
}

// DrawnEngine is an engine that a viewer steps and whose buffers it draws.
type DrawnEngine interface {
	model.Engine
	Drawable
}

// Subject holds the data of a run for a viewer in addition to the engine.
type Subject struct {
	Model  *model.Model
	Params model.Params // with the step that the engine uses
	Start  *model.State // state that a reset returns to; nil stands for the model at rest

	Pins        []measure.Pin // pins of the scene, whose reactions are shown; nil stands for one of all pinned masses
	Metric      *color.Metric // numbers of masses that colors can show; nil: none
	NoReactions string        // why reactions cannot be computed from the shown state; empty: they can

	Whole Whole // the structure of which Model, Start and the buffers are a part; nil: they are complete
}

// Whole is a structure of which only the visible masses are drawn, as a surface, with all
// their springs and the masses at the other ends of these. It gives pictures the results over
// all masses and springs. Its masses have numbers of their own, in the order of the buffers
// of the whole.
type Whole interface {
	// Excerpt returns how many masses and springs there are, and which masses of the buffers are inside.
	Excerpt() surface.Excerpt
	// SpringLength returns the median length of springs at the start [m], as surface.MedianLength has it.
	SpringLength() float32
	// Places writes where masses are, from one on: counted from the origin of the buffers [m].
	Places(first int, dst []shaders.Position)
	// Bounds is the box around all finite positions, counted from that origin [m].
	Bounds() Bounds
	// Strains are the least and the largest strain of all springs, and the strains of count
	// of them, which the pass value-range would sample.
	Strains(count int) (least, most float32, sample []float32)
}

// Counts returns the masses and springs of the subject, whether or not all of them are drawn.
func (s Subject) Counts(scene Drawable) (masses, springs int) {
	if s.Whole != nil {
		of := s.Whole.Excerpt()
		return of.Masses, of.Springs
	}
	return scene.MassCount(), scene.SpringCount()
}

// modelOf returns the model of a scene's buffers, or nil if the subject has no model or one
// with another number of masses.
func (s Subject) modelOf(scene Drawable) *model.Model {
	if s.Model == nil || s.Model.MassCount() != scene.MassCount() {
		return nil
	}
	return s.Model
}

// MetricOf returns the numbers of the masses of a model; nil if the number of masses differs.
func (s Subject) MetricOf(m *model.Model) *color.Metric {
	if s.Metric == nil || len(s.Metric.OfMass) != m.MassCount() {
		return nil
	}
	return s.Metric
}

// StartState returns the state that a reset returns to.
func (s Subject) StartState() *model.State {
	if s.Start != nil {
		return s.Start
	}
	return s.Model.Start()
}

// StartTime returns the simulated time of the start state [s].
func (s Subject) StartTime() float64 {
	if s.Start != nil {
		return s.Start.Time
	}
	return 0
}

// Bounds returns the box around the start state [m]. It includes the ground beneath it where
// the ground is near enough to matter.
func (s Subject) Bounds() Bounds {
	lo, hi := s.StartState().Bounds()
	return s.Grounded(Bounds{Lo: lo, Hi: hi})
}

// Grounded widens the box by the ground beneath it, where that is near enough.
func (s Subject) Grounded(box Bounds) Bounds {
	if height, ok := s.GroundHeight(); ok && height < box.Lo[2] && box.Lo[2]-height < 2*box.Diagonal() {
		box.Lo[2] = height
	}
	return box
}

// GroundHeight returns the height of the highest level ground [m], and false without one. It is the only
// contact that is drawn; a ground that is not level and the other shapes are not seen.
func (s Subject) GroundHeight() (float64, bool) { return s.Params.GroundHeight() }

// BoundsAt returns the box to look at for a picture of another state of the subject [m]. It
// includes Bounds, so that a viewer can judge how far the structure has moved, unless
// that makes the structure smaller than a third of the view.
func (s Subject) BoundsAt(state *model.State) Bounds {
	lo, hi := state.Bounds()
	return s.BoundsOver(Bounds{Lo: lo, Hi: hi})
}

// BoundsOver is BoundsAt of a state in a box [m].
func (s Subject) BoundsOver(box Bounds) Bounds {
	box = s.Grounded(box)
	const smallest = 1.0 / 3 // share of the view's size that the structure keeps
	if all := s.Bounds().Union(box); smallest*all.Diagonal() <= box.Diagonal() {
		return all
	}
	return box
}

// Figures are the counts and times of a run of frames.
type Figures struct {
	Masses, Springs  int
	Steps            int64
	Seconds          float64 // wall time of the steps, with the wait for them
	PictureSeconds   float64 // wall time of the last picture
	SpringUpdates    float64 // springs updated per second by the engine while it steps; zero without steps
	Engine           model.Description
	SoftwareRenderer bool
}

// String formats the figures in one line for users.
func (f Figures) String() string {
	return fmt.Sprintf("masses %s, springs %s, steps %d in %.3g s, spring-updates/s %s, engine %s %s (%s), renderer %s",
		hud.Grouped(f.Masses), hud.Grouped(f.Springs), f.Steps, f.Seconds, hud.Rate(f.SpringUpdates),
		f.Engine.Engine, f.Engine.Pipeline, f.Engine.Precision, f.Engine.Renderer)
}
