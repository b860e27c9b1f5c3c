package gpu

import (
	"fmt"
	"math"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Reset replaces the state, rounded to float32; the velocity of pinned axes is
// set to zero. Steps and time count on from s.Step and s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return err
	}
	e.ctx.Barrier(glx.ByTransfer) // the uploads overwrite what passes may have written
	e.buffers.uploadState(e.onDevice(), e.order().params(e.params), e.order().state(s))
	if e.fused != nil {
		e.fused.parity = 0
	}
	e.runaway = model.RunawayLength(e.model, s)
	e.uploadParams()
	e.verlet.primed = false
	e.start, e.queued = s.Step, 0
	e.clockStep, e.clockTime = s.Step, s.Time
	if e.signals != nil {
		e.signals.drives.Restart(s.Time)
	}
	e.good.restart(e)
	return e.ctx.Err("gpu: reset")
}

// Read waits and copies the state into dst.
func (e *Engine) Read(dst *model.Snapshot) error {
	if e.scratchX == nil {
		e.scratchX = make([]shaders.Position, e.model.MassCount())
		e.scratchV = make([]shaders.Velocity, e.model.MassCount())
	}
	e.ctx.Barrier(glx.ByTransfer) // the downloads read what integrate wrote
	glx.Download(e.buffers.position, 0, e.scratchX)
	glx.Download(e.buffers.velocity, 0, e.scratchV)
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.step(), e.time()
	order := e.order()
	for i := range e.scratchX {
		dst.Position[order.place(i)] = e.scratchX[i].Xyz
		dst.Velocity[order.place(i)] = e.scratchV[i].Xyz
	}
	return e.ctx.Err("gpu: read state")
}

// ReadState waits and copies the state into dst, in all the words that the
// engine keeps.
func (e *Engine) ReadState(dst *model.State) error {
	masses := e.model.MassCount()
	*dst = *e.model.Start()
	dst.Step, dst.Time = e.step(), e.time()
	e.ctx.Barrier(glx.ByTransfer) // the downloads read what the passes of masses wrote
	positionWords, words := e.buffers.precision.words()
	x := make([]shaders.Position, masses*int(positionWords))
	v := make([]shaders.Velocity, masses*int(words))
	glx.Download(e.buffers.position, 0, x)
	glx.Download(e.buffers.velocity, 0, v)
	order := e.order()
	for i := range masses {
		position, velocity := &dst.Position[order.place(i)], &dst.Velocity[order.place(i)]
		for axis := range 3 {
			position[axis] = float64(x[i].Xyz[axis])
			if positionWords > 1 {
				position[axis] += float64(x[masses+i].Xyz[axis])
			}
			velocity[axis] = float64(v[i].Xyz[axis])
			if words > 1 {
				velocity[axis] += float64(v[masses+i].Xyz[axis])
			}
		}
	}
	return e.ctx.Err("gpu: read state")
}

// Energy waits, reads the state back and sums its energy in float64.
func (e *Engine) Energy() (model.Energy, error) {
	var s model.State
	if err := e.ReadState(&s); err != nil {
		return model.Energy{}, err
	}
	return model.EnergyAt(e.model, e.params, e.scales(), &s), nil
}

// readStatus waits and reads the status buffer.
func (e *Engine) readStatus() (shaders.Status, error) {
	var status [1]shaders.Status
	e.ctx.Barrier(glx.ByTransfer) // the download reads what both passes wrote
	glx.Download(e.buffers.status, 0, status[:])
	return status[0], e.ctx.Err("gpu: read status")
}

// Passes are the names of the passes of one step, each once, in their order.
func (e *Engine) Passes() []string {
	var names []string
	for _, p := range e.stepPasses() {
		names = append(names, p.name)
	}
	return names
}

// notANumber is the bit pattern of NaN in float32.
var notANumber = math.Float32bits(float32(math.NaN()))

// RunPass fills the pure outputs of one pass with NaN and runs it once, for the
// proof against the reference. It queues. An unknown name is an error.
func (e *Engine) RunPass(name string) error {
	for _, p := range e.passes() {
		if p.name != name {
			continue
		}
		e.ctx.Barrier(glx.ByTransfer) // the fill overwrites what an earlier pass wrote
		for _, output := range p.outputs {
			output.Fill(notANumber)
		}
		e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.params)
		e.writeSignals(1)
		if p == e.guide {
			e.bindSignals(e.rowsPerStep()) // it comes at the end of the step
		} else {
			e.bindSignals(0)
		}
		e.move(p)
		return e.ctx.Err("gpu: pass " + name)
	}
	return unknownPass(name)
}

// ReadForces waits and copies the force [N] on end A of each spring, as
// spring-force last wrote it, and in a run with loads the external force on each
// mass after them, as many as dst holds, in single precision.
func (e *Engine) ReadForces(dst [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the download reads what spring-force wrote
	if e.fused != nil {
		external, err := e.external(dst)
		if err != nil {
			return err
		}
		ordered := make([][3]float32, len(external))
		glx.Download(e.buffers.force, 0, ordered)
		for i, f := range ordered {
			external[e.order().place(i)] = f
		}
		return e.ctx.Err("gpu: read forces")
	}
	glx.Download(e.buffers.force, 0, dst)
	return e.ctx.Err("gpu: read forces")
}

// external are the forces on masses in a list that begins with those of springs,
// which the pipeline fused does not keep: they must all be zero. A list without
// forces on masses is empty then.
func (e *Engine) external(forces [][3]float32) ([][3]float32, error) {
	springs := e.model.SpringCount()
	for _, f := range forces[:min(springs, len(forces))] {
		if f != [3]float32{} {
			return nil, fmt.Errorf("gpu: pipeline %s does not keep the forces of springs; use pipeline %s", e.pipeline, TwoPass)
		}
	}
	return forces[min(springs, len(forces)):], nil
}

// WriteForces replaces the force [N] on end A of each spring, and after them the
// external force on each mass, as many as src holds.
func (e *Engine) WriteForces(src [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the upload overwrites what spring-force wrote
	e.buffers.force.Fill(0)       // second words
	if e.fused != nil {
		external, err := e.external(src)
		if err != nil {
			return err
		}
		ordered := make([][3]float32, len(external))
		for i := range ordered {
			ordered[i] = external[e.order().place(i)]
		}
		glx.Upload(e.buffers.force, 0, ordered)
		return e.ctx.Err("gpu: write forces")
	}
	glx.Upload(e.buffers.force, 0, src)
	return e.ctx.Err("gpu: write forces")
}

// ReadStage waits and copies the registers of all masses, one register behind
// the other, as model.Integrator.Registers lists them.
func (e *Engine) ReadStage(dst [][3]float32) error {
	records := make([]shaders.Stage, len(dst))
	e.ctx.Barrier(glx.ByTransfer) // the download reads what passes wrote
	glx.Download(e.buffers.stage, 0, records)
	masses := e.model.MassCount()
	for i := range dst {
		dst[i/masses*masses+e.order().place(i%masses)] = records[i].Xyz
	}
	return e.ctx.Err("gpu: read registers")
}

// WriteStage replaces the registers of all masses.
func (e *Engine) WriteStage(src [][3]float32) error {
	records := make([]shaders.Stage, len(src))
	masses := e.model.MassCount()
	for i := range src {
		records[i].Xyz = src[i/masses*masses+e.order().place(i%masses)]
	}
	e.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes wrote
	glx.Upload(e.buffers.stage, 0, records)
	return e.ctx.Err("gpu: write registers")
}
