package gpu

import (
	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// Reset replaces the state, rounded to float32; the velocity of pinned axes is
// set to zero. Steps and time count on from s.Step and s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.plan.model.ValidateState(s); err != nil {
		return err
	}
	e.Submit()
	e.ctx.Barrier(glx.ByTransfer) // the uploads overwrite the output of passes
	e.buffers.UploadState(e.plan.onDevice(), e.plan.masses(), e.run.settings.Ordered, e.plan.classes.OfMasses(e.plan.onDevice(), e.run.settings.Params), e.plan.order().State(s))
	if e.plan.fused != nil {
		e.progress.parity = 0
	}
	e.run.runaway = physics.RunawayLength(e.plan.model, s)
	e.uploadParams()
	e.renewPairs()
	e.collisions.found = model.Touching{}
	e.collisions.meets.ForgetSides()
	e.progress.primed = false
	if d := e.run.divided; d != nil {
		d.Reset()
	}
	e.progress.start, e.progress.queued = s.Step, 0
	e.progress.clockStep, e.progress.clockTime = s.Step, s.Time
	if e.run.signals != nil {
		e.run.signals.Drives.Restart(s.Time)
	}
	e.lastGood.restart(e)
	e.run.prescribed = settings.PrescribedBy(e.plan.model, e.run.settings.Params, s)
	e.compiled.catch.Reset(e.ctx, model.Caught{})
	return e.ctx.Err("gpu: reset")
}

// Read waits and copies the state into dst.
func (e *Engine) Read(dst *model.Snapshot) error {
	e.Submit()
	if e.asked.scratchX == nil {
		count := min(e.plan.model.MassCount(), ranges.BlockItems)
		e.asked.scratchX, e.asked.scratchV = make([]shaders.Position, count), make([]shaders.Velocity, count)
	}
	e.ctx.Barrier(glx.ByTransfer) // the downloads read the output of integrate
	dst.Resize(e.plan.model.MassCount())
	dst.Step, dst.Time = e.step(), e.time()
	order := e.plan.order()
	positionWords, words := e.buffers.Precision.Words()
	e.plan.masses().Blocks(positionWords, ranges.BlockItems, func(first, count, at, _ int64) {
		glx.Download(e.buffers.Position, at, e.asked.scratchX[:count])
		for k := range count {
			dst.Position[order.Place(int(first+k))] = e.asked.scratchX[k].Xyz
		}
	})
	e.plan.masses().Blocks(words, ranges.BlockItems, func(first, count, at, _ int64) {
		glx.Download(e.buffers.Velocity, at, e.asked.scratchV[:count])
		for k := range count {
			dst.Velocity[order.Place(int(first+k))] = e.asked.scratchV[k].Xyz
		}
	})
	links, springs := e.linkForces()
	dst.WriteLinks(links)
	dst.WriteForces(springs)
	return e.ctx.Err("gpu: read state")
}

// linkForces returns the forces of rigid links, and of all springs, in the last substep [N].
func (e *Engine) linkForces() (links, springs []float64) {
	if s, ok := e.run.divided.(solver.Shower); ok {
		return s.LinkForces(), s.SpringForces()
	}
	return nil, nil
}

// ReadState waits and copies the state into dst, in all the words that the
// engine keeps.
func (e *Engine) ReadState(dst *model.State) error {
	e.Submit()
	*dst = *e.plan.model.Start()
	dst.Step, dst.Time = e.step(), e.time()
	e.ctx.Barrier(glx.ByTransfer) // the downloads read the output of the passes of masses
	positionWords, words := e.buffers.Precision.Words()
	readWords(e, e.buffers.Position, positionWords, dst.Position, func(p shaders.Position) [3]float32 { return p.Xyz })
	readWords(e, e.buffers.Velocity, words, dst.Velocity, func(v shaders.Velocity) [3]float32 { return v.Xyz })
	dst.LinkForce, dst.SpringForce = e.linkForces()
	return e.ctx.Err("gpu: read state")
}

// readWords adds up the words of vectors of all masses, in the model's order.
func readWords[T any](e *Engine, b *glx.Buffer, words int64, dst []model.Vec3, xyz func(T) [3]float32) {
	order := e.plan.order()
	records := make([]T, min(len(dst), ranges.BlockItems))
	e.plan.masses().Blocks(words, ranges.BlockItems, func(first, count, at, second int64) {
		for word := range words {
			glx.Download(b, at+word*second, records[:count])
			for k := range count {
				out := &dst[order.Place(int(first+k))]
				for axis, x := range xyz(records[k]) {
					if word == 0 {
						out[axis] = float64(x)
					} else {
						out[axis] += float64(x)
					}
				}
			}
		}
	})
}
