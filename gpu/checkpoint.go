package gpu

import (
	"fmt"
	"math"
	"strings"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

var _ model.Checkpointer = (*Engine)(nil)

// Save waits and copies the state into c, in all words that the engine keeps.
func (e *Engine) Save(c *model.Checkpoint) error {
	*c = e.checkpoint()
	e.ctx.Barrier(glx.ByTransfer) // the downloads read what the passes of masses wrote
	for i, buffer := range e.kept() {
		glx.Download(buffer, 0, c.Words[i].Data)
	}
	return e.ctx.Err("gpu: save a checkpoint")
}

// Restore takes up a run. Steps are counted anew from here (StepsRun).
func (e *Engine) Restore(c *model.Checkpoint) error {
	own := e.checkpoint()
	if err := c.Agrees(&own); err != nil {
		return err
	}
	e.ctx.Barrier(glx.ByTransfer) // the uploads overwrite what passes may have written
	for i, buffer := range e.kept() {
		glx.Upload(buffer, 0, c.Words[i].Data)
	}
	e.buffers.clearStatus()
	e.start, e.queued = c.Step, 0
	e.clockStep, e.clockTime = c.ClockStep, c.ClockTime
	e.runaway, e.verlet.primed = c.Runaway, c.Primed
	if e.signals != nil {
		e.signals.drives.SetState(c.Drives)
	}
	e.uploadParams()
	e.good.restart(e)
	return e.ctx.Err("gpu: restore a checkpoint")
}

// checkpoint is that of the state, without its words.
func (e *Engine) checkpoint() model.Checkpoint {
	d := e.Describe()
	c := model.Checkpoint{
		Engine: d.Engine, Pipeline: d.Pipeline, Precision: d.Precision, Variant: e.variantText(),
		Step: e.step(), Time: e.time(), ClockStep: e.clockStep, ClockTime: e.clockTime,
		Runaway: e.runaway, Primed: e.verlet.primed,
	}
	if e.signals != nil {
		c.Drives = e.signals.drives.State()
	}
	for _, buffer := range e.kept() {
		c.Words = append(c.Words, model.Words{Name: strings.TrimPrefix(buffer.Label(), "hooke."), Data: make([]uint32, buffer.Bytes()/4)})
	}
	return c
}

// kept are the buffers in which a run goes on from step to step: the registers
// of RK4 begin anew in each.
func (e *Engine) kept() []*glx.Buffer {
	b := []*glx.Buffer{e.buffers.position, e.buffers.velocity}
	if e.params.Integrator == model.VelocityVerlet {
		b = append(b, e.buffers.stage)
	}
	return b
}

// variantText is what decides about the last bit: the defines of the passes, the
// order of masses, the work group and the driver.
func (e *Engine) variantText() string {
	var out strings.Builder
	for _, d := range variant(e.model, e.params, e.buffers.precision) {
		fmt.Fprintf(&out, "%s=%s ", d.Name, d.Value)
	}
	fmt.Fprintf(&out, "order=given work-group=%d %s, OpenGL %s", workGroup, e.ctx.Renderer, e.ctx.Version)
	return out.String()
}

// clearStatus says that nothing has run yet.
func (b *buffers) clearStatus() {
	glx.Upload(b.status, 0, []shaders.Status{{FirstPass: math.MaxUint32, FirstMass: math.MaxUint32,
		RunawayStep: math.MaxUint32, RunawaySpring: math.MaxUint32, KeptFirst: math.MaxUint32, KeptSecond: math.MaxUint32}})
}

// RestScale is L0(t)/L0 now of each actuator's springs; nil without actuators.
func (e *Engine) RestScale() []float64 { return e.scales() }
