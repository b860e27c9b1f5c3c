package gpu

// WorkGroup is the size of the work groups in use, in invocations.
func (e *Engine) WorkGroup() int { return e.workGroup }

// SetWorkGroup compiles the passes for work groups of another size; buffers and
// state stay, and no result changes. On an error the engine can only be closed.
func (e *Engine) SetWorkGroup(size int) (err error) {
	if size, err = workGroupOf(e.ctx.Limits, size); err != nil || size == e.workGroup {
		return err
	}
	for _, p := range e.stepPasses() {
		p.release()
	}
	e.measuring.release()
	e.measuring = nil
	e.good.release()
	e.motion.release()
	e.motion = nil // made again when somebody asks
	e.springForce, e.integrate = nil, nil
	e.wind, e.load, e.guide = nil, nil, nil
	e.verlet, e.stages = verletPasses{}, [4]*pass{}
	e.workGroup = size
	return e.makePasses(e.options)
}
