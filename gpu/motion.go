package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// motion holds the passes for relaxation: three besides the step, compiled on first use. It
// takes 12 bytes for each 256 masses.
type motion struct {
	measure *pass.Pass // motion
	still   *pass.Pass
	halfway *pass.Pass  // still-halfway
	buffer  *glx.Buffer // motion; [work groups]
	parts   []shaders.MotionPart
}

// Motion waits and says how much the current state moves. It reads back a record for each
// 256 masses.
func (e *Engine) Motion() (model.Motion, error) {
	if err := e.needMotion(); err != nil {
		return model.Motion{}, err
	}
	e.runBetweenSteps(e.asked.motion.measure)
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of motion
	glx.Download(e.asked.motion.buffer, 0, e.asked.motion.parts)
	out := model.Motion{Mass: -1}
	for _, part := range e.asked.motion.parts {
		out.Kinetic += float64(part.Kinetic)
		if impulse := float64(part.Impulse); impulse > out.Impulse {
			mass, err := e.massOf(part.Mass)
			if err != nil {
				return model.Motion{}, fmt.Errorf("gpu: pass motion: %w", err)
			}
			out.Impulse, out.Mass = impulse, mass
		}
	}
	return out, e.ctx.Err("gpu: pass motion")
}

// Still sets every velocity to zero; no mass moves. It queues.
func (e *Engine) Still() error {
	if err := e.needMotion(); err != nil {
		return err
	}
	e.runBetweenSteps(e.asked.motion.still)
	return e.ctx.Err("gpu: pass still")
}

// StillHalfway stops every mass halfway along its last step: x ← x − dt/2 v,
// v ← 0. It queues.
func (e *Engine) StillHalfway() error {
	if err := e.needMotion(); err != nil {
		return err
	}
	e.runBetweenSteps(e.asked.motion.halfway)
	return e.ctx.Err("gpu: pass still-halfway")
}

// runBetweenSteps queues a pass that is not part of a step.
func (e *Engine) runBetweenSteps(p *pass.Pass) {
	e.Submit() // with collisions, so that no step from before is done again
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	p.Dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next pass reads positions and velocities
}

// needMotion makes the passes and their buffer.
func (e *Engine) needMotion() (err error) {
	if e.asked.motion != nil {
		return nil
	}
	b, groups := e.buffers, e.plan.overMasses(0).GroupsIn(e.plan.division)
	m := &motion{parts: make([]shaders.MotionPart, groups)}
	defer func() {
		if err != nil {
			m.release()
		}
	}()
	if m.buffer, err = e.ctx.NewBuffer("hooke.Motion", int64(len(m.parts))*int64(unsafe.Sizeof(shaders.MotionPart{}))); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	m.measure, err = e.compiled.maker.Summing().Make("motion", shaders.Motion, e.plan.overMasses(0), []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindMotion, Buffer: m.buffer}}, m.buffer)
	if err != nil {
		return err
	}
	state := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}}
	if m.still, err = e.compiled.maker.Make("still", shaders.Still, e.plan.overMasses(0), state); err != nil {
		return err
	}
	if m.halfway, err = e.compiled.maker.Make("still-halfway", shaders.StillHalfway, e.plan.overMasses(0), state); err != nil {
		return err
	}
	e.asked.motion = m
	return nil
}

func (m *motion) release() {
	if m == nil {
		return
	}
	m.still.Release()
	m.halfway.Release()
	m.measure.Release()
	m.buffer.Release()
}
