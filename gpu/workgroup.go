package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/limits"
)

// defaultWorkGroup is the number of invocations per work group unless told
// otherwise: a multiple of every vendor's wave width, well under the
// specification's minimum limit of 1,024.
const defaultWorkGroup = 256

// sumGroup is that of passes that sum over a work group, whatever the option
// says: the grouping is part of their result, down to the last bit.
const sumGroup = 256

// WorkGroups are the sizes of a work group to choose from, in invocations. Results
// are the same bit for bit with each. A device may not allow the largest.
func WorkGroups() []int { return []int{32, 64, 128, 256, 512, 1024} }

// WorkGroupsOn are those that a device allows.
func WorkGroupsOn(limits limits.Limits) []int {
	most := min(limits.Invocations, limits.WorkGroupSize[0])
	return slices.DeleteFunc(WorkGroups(), func(size int) bool { return size > int(most) })
}

// workGroupOf is the size of work groups that options ask for, 0 meaning the
// default, or an error that lists what the device allows.
func workGroupOf(limits limits.Limits, size int) (int, error) {
	if size == 0 {
		size = defaultWorkGroup
	}
	if allowed := WorkGroupsOn(limits); !slices.Contains(allowed, size) {
		return 0, fmt.Errorf("gpu: work groups of %d invocations; this device allows %v (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS %d, "+
			"GL_MAX_COMPUTE_WORK_GROUP_SIZE %d)", size, allowed, limits.Invocations, limits.WorkGroupSize[0])
	}
	return size, nil
}

// WorkGroup is the size of the work groups in use, in invocations.
func (e *Engine) WorkGroup() int { return e.compiled.workGroup }

// SetWorkGroup compiles the passes for work groups of another size; buffers and
// state stay, and no result changes. On an error the engine can only be closed.
func (e *Engine) SetWorkGroup(size int) (err error) {
	if size, err = workGroupOf(e.ctx.Limits, size); err != nil || size == e.compiled.workGroup {
		return err
	}
	for _, p := range e.stepPasses() {
		p.release()
	}
	e.compiled.measuring.release()
	e.compiled.measuring = nil
	e.good.release()
	e.asked.motion.release()
	e.asked.motion = nil // made again when somebody asks
	e.compiled.springForce = nil
	e.compiled.wind, e.compiled.load, e.compiled.guide = nil, nil, nil
	e.compiled.workGroup = size
	return e.makePasses(e.plan.options)
}
