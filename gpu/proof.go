package gpu

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// ReadForces waits and copies the force [N] on end A of each spring, as
// spring-force last wrote it, and in a run with loads the external force on each
// mass after them, as many as dst holds, in single precision.
func (e *Engine) ReadForces(dst [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the downloads read the output of passes
	ofSprings, external, err := e.splitForces(dst)
	if err != nil {
		return err
	}
	_, words := e.buffers.Precision.Words()
	if c := e.plan.columns; c != nil {
		places := make([]float32, 3*c.Places())
		glx.Download(e.buffers.Force, 0, places)
		clear(ofSprings)
		c.Each(ofSprings, func(f *[3]float32, at int64, sign float32) {
			for axis := range f {
				f[axis] = sign * places[int64(axis)*c.Places()+at]
			}
		})
	} else if e.plan.fused == nil {
		e.plan.springs().Blocks(words, ranges.BlockItems, func(first, count, at, _ int64) {
			if first < int64(len(ofSprings)) {
				glx.Download(e.buffers.Force, at, ofSprings[first:min(first+count, int64(len(ofSprings)))])
			}
		})
	}
	ordered := make([][3]float32, min(ranges.BlockItems, e.plan.model.MassCount()))
	e.plan.masses().Blocks(words, ranges.BlockItems, func(first, count, at, _ int64) {
		if len(external) == 0 {
			return
		}
		glx.Download(e.buffers.External, at, ordered[:count])
		for k := range count {
			if i := e.plan.order().Place(int(first + k)); i < len(external) {
				external[i] = ordered[k]
			}
		}
	})
	return e.ctx.Err("gpu: read forces")
}

// splitForces returns the forces of springs, then those on masses, of a list. The
// pipeline fused does not keep those of springs: they must all be zero.
func (e *Engine) splitForces(forces [][3]float32) (ofSprings, external [][3]float32, err error) {
	springs := min(e.plan.model.SpringCount(), len(forces))
	ofSprings, external = forces[:springs], forces[springs:]
	if e.plan.fused == nil {
		return ofSprings, external, nil
	}
	for _, f := range ofSprings {
		if f != [3]float32{} {
			return nil, nil, fmt.Errorf("gpu: pipeline %s does not keep the forces of springs; use pipeline %s", e.plan.pipeline, options.TwoPass)
		}
	}
	return ofSprings, external, nil
}

// WriteForces replaces the force [N] on end A of each spring, and after them the
// external force on each mass, as many as src holds.
func (e *Engine) WriteForces(src [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the uploads overwrite the output of passes
	ofSprings, external, err := e.splitForces(src)
	if err != nil {
		return err
	}
	_, words := e.buffers.Precision.Words()
	if c := e.plan.columns; c != nil {
		places := make([]float32, 3*c.Places()*words)
		c.Each(ofSprings, func(f *[3]float32, at int64, sign float32) {
			for axis := range f {
				places[int64(axis)*c.Places()+at] = sign * f[axis]
			}
		})
		glx.Upload(e.buffers.Force, 0, places)
	} else if e.plan.fused == nil {
		e.buffers.Force.Fill(0) // second words
		e.plan.springs().Blocks(words, ranges.BlockItems, func(first, count, at, _ int64) {
			if first < int64(len(ofSprings)) {
				glx.Upload(e.buffers.Force, at, ofSprings[first:min(first+count, int64(len(ofSprings)))])
			}
		})
	}
	if len(external) == 0 {
		return e.ctx.Err("gpu: write forces")
	}
	e.buffers.External.Fill(0)
	ordered := make([][3]float32, min(ranges.BlockItems, e.plan.model.MassCount()))
	e.plan.masses().Blocks(words, ranges.BlockItems, func(first, count, at, _ int64) {
		for k := range count {
			ordered[k] = [3]float32{}
			if i := e.plan.order().Place(int(first + k)); i < len(external) {
				ordered[k] = external[i]
			}
		}
		glx.Upload(e.buffers.External, at, ordered[:count])
	})
	return e.ctx.Err("gpu: write forces")
}

// ReadStage waits and copies the registers of all masses, one register behind
// the other, as model.Method.Registers lists them.
func (e *Engine) ReadStage(dst [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of passes
	e.stageBlocks(dst, func(at int64, records []shaders.Stage, numbers []int) {
		glx.Download(e.buffers.Stage, at, records)
		for k, n := range numbers {
			dst[n] = records[k].Xyz
		}
	})
	return e.ctx.Err("gpu: read registers")
}

// WriteStage replaces the registers of all masses; second words become zero.
func (e *Engine) WriteStage(src [][3]float32) error {
	e.ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of passes
	e.buffers.Stage.Fill(0)
	e.stageBlocks(src, func(at int64, records []shaders.Stage, numbers []int) {
		for k, n := range numbers {
			records[k].Xyz = src[n]
		}
		glx.Upload(e.buffers.Stage, at, records)
	})
	return e.ctx.Err("gpu: write registers")
}

// stageBlocks goes over the first words of registers of masses on the device, with
// their numbers in a list in the model's order: each range has all registers of its
// masses, the words of one behind each other.
func (e *Engine) stageBlocks(list [][3]float32, do func(at int64, records []shaders.Stage, numbers []int)) {
	masses := e.plan.model.MassCount()
	words, _ := e.buffers.Precision.Words()
	registers := int64(e.run.settings.Params.Integrator.Method().Registers)
	records, numbers := make([]shaders.Stage, min(ranges.BlockItems, masses)), make([]int, min(ranges.BlockItems, masses))
	e.plan.masses().Blocks(registers*words, ranges.BlockItems, func(first, count, at, second int64) {
		for r := range registers {
			if int(r+1)*masses > len(list) {
				break
			}
			for k := range count {
				numbers[k] = int(r)*masses + e.plan.order().Place(int(first+k))
			}
			do(at+r*words*second, records[:count], numbers[:count])
		}
	})
}

// Passes returns the names of the passes of one step, each once, in their order.
func (e *Engine) Passes() []string {
	var names []string
	for _, p := range e.stepPasses() {
		names = append(names, p.Name)
	}
	return names
}

// RunPass fills the pure outputs of one pass with NaN and runs it once, for the
// proof against the reference. It queues. An unknown name is an error.
func (e *Engine) RunPass(name string) error {
	for _, p := range e.passes() {
		if p.Name != name {
			continue
		}
		e.ctx.Barrier(glx.ByTransfer) // the fill overwrites the output of an earlier pass
		p.Poison()
		e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
		e.writeSignalsAside(1)
		if e.collisions.pairs != nil && p != e.compiled.springForce && p != e.compiled.guide {
			e.pushPairs(0) // as in the reference, pairs are part of the passes of masses
			e.ctx.Barrier(glx.ByShader)
		}
		if p == e.compiled.guide {
			e.bindSignals(e.rowsPerStep()) // it comes at the end of the step
		} else {
			e.bindSignals(0)
		}
		e.move(p)
		if steps := e.compiled.solver.Order(nil); p == steps[len(steps)-1] {
			e.applyPairFriction()
		}
		return e.ctx.Err("gpu: pass " + name)
	}
	return unknownPass(name)
}

func unknownPass(name string) error { return fmt.Errorf("gpu: no pass is named %q", name) }
