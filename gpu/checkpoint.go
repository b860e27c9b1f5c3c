package gpu

import (
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

var (
	_ model.Checkpointer = (*Engine)(nil)
	_ model.Shifter      = (*Engine)(nil)
	_ model.Arranger     = (*Engine)(nil)
)

// Save waits and copies the state into c, in all words that the engine keeps,
// in the order of the masses on the device.
func (e *Engine) Save(c *model.Checkpoint) error {
	e.Submit()
	*c = e.checkpoint()
	var err error
	if c.Caught, err = e.Caught(); err != nil {
		return err
	}
	if c.Touching, err = e.Touching(); err != nil {
		return err
	}
	e.ctx.Barrier(glx.ByTransfer) // the downloads read the output of the passes
	for i, k := range e.lasting() {
		glx.Download(k.buffer, 0, c.Words[i].Data)
	}
	return e.ctx.Err("gpu: save a checkpoint")
}

// Restore takes up a run. Steps are counted anew from here (StepsRun), and the
// last good state is this one.
func (e *Engine) Restore(c *model.Checkpoint) error {
	own := e.checkpoint()
	if err := c.Agrees(&own); err != nil {
		return err
	}
	e.Submit()
	e.ctx.Barrier(glx.ByTransfer) // the uploads overwrite the output of passes
	e.compiled.catch.Reset(e.ctx, c.Caught)
	if d := e.run.divided; d != nil {
		d.Reset()
	}
	for i, k := range e.lasting() {
		glx.Upload(k.buffer, 0, c.Words[i].Data)
	}
	e.buffers.ClearStatus()
	if e.plan.fused != nil {
		e.progress.parity = 0 // evaluations are counted anew, as steps are
	}
	e.progress.start, e.progress.queued = c.Step, 0
	e.progress.clockStep, e.progress.clockTime = c.ClockStep, c.ClockTime
	e.run.runaway, e.progress.primed = c.Runaway, c.Primed
	if e.run.signals != nil {
		e.run.signals.Drives.SetState(c.Drives)
	}
	e.uploadParams()
	e.renewPairs()
	e.collisions.found = c.Touching
	e.lastGood.restart(e)
	var s model.State
	if err := e.ReadState(&s); err != nil {
		return err
	}
	e.run.prescribed = settings.PrescribedBy(e.plan.model, e.run.settings.Params, &s)
	return e.ctx.Err("gpu: restore a checkpoint")
}

// Where waits and returns the position of a mass [m], in the first of its words.
func (e *Engine) Where(mass int) (model.Vec3, error) {
	e.Submit()
	if o := e.plan.order(); o != nil {
		mass = int(o.Ordered[mass])
	}
	words, _ := e.buffers.Precision.Words()
	at, _ := e.plan.masses().Record(int64(mass), words)
	var record [1]shaders.Position
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of the passes of masses
	glx.Download(e.buffers.Position, at, record[:])
	x := record[0].Xyz
	return model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])}, e.ctx.Err("gpu: read a position")
}

// Shift takes a vector off the positions in a checkpoint, whose first words are those of the
// buffer of positions.
func (e *Engine) Shift(c *model.Checkpoint, by model.Vec3) {
	words, _ := e.buffers.Precision.Words()
	data := c.Words[0].Data
	e.plan.masses().Blocks(words, ranges.BlockItems, func(_, count, at, second int64) {
		for k := at; k < at+count; k++ {
			for axis, d := range by {
				high, low := &data[4*k+int64(axis)], new(uint32)
				if words > 1 {
					low = &data[4*(k+second)+int64(axis)]
				}
				x, rest := options.TwoWords(float64(math.Float32frombits(*high)) - d + float64(math.Float32frombits(*low)))
				*high, *low = math.Float32bits(x), math.Float32bits(rest)
			}
		}
	})
}

// Arrange puts the positions and velocities in a checkpoint into the order of the model, mass by mass, or back. The acceleration that
// Verlet keeps goes with them; all else is in the order of springs or of segments, which follows from the structure alone.
func (e *Engine) Arrange(c *model.Checkpoint, back bool) {
	position, velocity := e.buffers.Precision.Words()
	for i := range c.Words {
		w, words := &c.Words[i], position
		switch w.Name {
		case "velocity":
			words = velocity
		case "sides":
			words = 1
		case "position", "acceleration":
		default:
			continue
		}
		if int64(len(w.Data)) < 4*words*int64(e.plan.model.MassCount()) {
			continue // Restore says what is wrong
		}
		from := slices.Clone(w.Data)
		for mass := range e.plan.model.MassCount() {
			first, second := e.plan.masses().Record(int64(e.plan.order().Number(uint32(mass))), words)
			for k, at := range []int64{first, second}[:words] {
				here, there := w.Data[4*at:][:4], from[4*(int64(mass)*words+int64(k)):][:4]
				if !back {
					here, there = w.Data[4*(int64(mass)*words+int64(k)):][:4], from[4*at:][:4]
				}
				copy(here, there)
			}
		}
	}
}

// checkpoint returns the checkpoint of the state, without its words.
func (e *Engine) checkpoint() model.Checkpoint {
	d := e.Describe()
	c := model.Checkpoint{
		Engine: d.Engine, Pipeline: d.Pipeline, Precision: d.Precision, WorkGroup: d.WorkGroup, Variant: e.variantText(),
		Step: e.step(), Time: e.time(), ClockStep: e.progress.clockStep, ClockTime: e.progress.clockTime,
		Runaway: e.run.runaway, Primed: e.progress.primed,
	}
	if e.run.signals != nil {
		c.Drives = e.run.signals.Drives.State()
	}
	for _, k := range e.lasting() {
		c.Words = append(c.Words, model.Words{Name: k.name, Data: make([]uint32, k.bytes/4)})
	}
	return c
}

// lastingWords is the beginning of a buffer.
type lastingWords struct {
	name   string
	buffer *glx.Buffer
	bytes  int64
}

// lasting returns the buffers that a run needs from step to step. The registers of RK4
// begin anew in each step. Of the two copies of the state of the pipeline fused, one is
// the present state, and the next step writes all of the other.
func (e *Engine) lasting() []lastingWords {
	b := e.buffers
	words := []lastingWords{{"position", b.Position, b.Position.Bytes()}, {"velocity", b.Velocity, b.Velocity.Bytes()}}
	if e.run.settings.Params.Integrator.Method().Continues {
		words = append(words, lastingWords{"acceleration", b.Stage, b.Stage.Bytes()})
	}
	if sides := e.collisions.meets.Sides(); sides != nil {
		words = append(words, lastingWords{"sides", sides, sides.Bytes()})
	}
	if d := e.run.divided; d != nil {
		for _, l := range d.Lasting() {
			words = append(words, lastingWords{l.Name, l.Buffer, l.Buffer.Bytes()})
		}
	}
	return words
}

// variantText names all that decides about the last bit: the order of the masses and of
// the springs of each, the passes as they are compiled, and the driver. The work group is
// kept beside it and may be another one, which on graphics cards changes the rounding.
func (e *Engine) variantText() string {
	layout, sum := order.AsGiven, crc32.MakeTable(crc32.Castagnoli)
	inOrder := uint32(0)
	if f := e.plan.fused; f != nil {
		if f.Order != nil {
			layout = f.Order.Name
			inOrder = crc32.Update(inOrder, sum, table.BytesOf(f.Order.Original))
		}
		inOrder ^= f.Table.Sum()
	}
	programs := uint32(0)
	for _, p := range e.stepPasses() {
		programs = crc32.Update(programs, sum, table.BytesOf([]uint32{p.Sum}))
	}
	if d := e.run.divided; d != nil {
		count, sum := d.Colors()
		layout += fmt.Sprintf(", %d colors %016x", count, sum)
	}
	return fmt.Sprintf("integrator %v, order %s, layout %08x, programs %08x, %s, OpenGL %s",
		e.run.settings.Params.Integrator, layout, inOrder, programs, e.ctx.Renderer, e.ctx.Version)
}

// RestScale returns L0(t)/L0 now of each actuator's springs; nil without actuators.
func (e *Engine) RestScale() []float64 {
	if e.run.signals == nil {
		return nil
	}
	var now physics.Signals
	e.run.signals.Drives.At(e.time(), &now)
	return now.RestScale
}
