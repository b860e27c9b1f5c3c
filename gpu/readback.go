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
	e.Submit()
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
	e.carried = carriedBy(e.model, e.params, s)
	e.beginLedger()
	return e.ctx.Err("gpu: reset")
}

// Read waits and copies the state into dst.
func (e *Engine) Read(dst *model.Snapshot) error {
	e.Submit()
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
	e.Submit()
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

// readStatus waits and reads the status buffer.
func (e *Engine) readStatus() (shaders.Status, error) {
	e.Submit()
	var status [1]shaders.Status
	e.ctx.Barrier(glx.ByTransfer) // the download reads what both passes wrote
	glx.Download(e.buffers.status, 0, status[:])
	return status[0], e.ctx.Err("gpu: read status")
}

// Passes are the names of the passes of one step, each once, in their order.
func (e *Engine) Passes() []string {
	var names []string
	passes := e.stepPasses()
	if e.params.Ledger {
		passes = append(passes, e.ledger.passes()...)
	}
	for _, p := range passes {
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
	records := make([]shaders.Stage, e.stageRecord(len(dst)))
	e.ctx.Barrier(glx.ByTransfer) // the download reads what passes wrote
	glx.Download(e.buffers.stage, 0, records)
	masses := e.model.MassCount()
	for i := range dst {
		dst[e.fromDevice(i, masses)] = records[e.stageRecord(i)].Xyz
	}
	return e.ctx.Err("gpu: read registers")
}

// WriteStage replaces the registers of all masses; second words become zero.
func (e *Engine) WriteStage(src [][3]float32) error {
	records := make([]shaders.Stage, e.stageRecord(len(src)))
	masses := e.model.MassCount()
	for i := range src {
		records[e.stageRecord(i)].Xyz = src[e.fromDevice(i, masses)]
	}
	e.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes wrote
	glx.Upload(e.buffers.stage, 0, records)
	return e.ctx.Err("gpu: write registers")
}

// fromDevice is the number in the model's order of number i of the registers in
// the device's.
func (e *Engine) fromDevice(i, masses int) int { return i/masses*masses + e.order().place(i%masses) }

// stageRecord is where the first word of number i of the registers is, counted
// without second words, which follow the first ones of each register.
func (e *Engine) stageRecord(i int) int {
	masses := max(1, e.model.MassCount())
	words, _ := e.buffers.precision.words()
	return i/masses*int(words)*masses + i%masses
}
