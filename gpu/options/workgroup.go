package options

import (
	"fmt"
	"slices"

	"hooke/gpu/limits"
)

// DefaultWorkGroup is the number of invocations per work group unless told
// otherwise: a multiple of every vendor's wave width, well under the
// specification's minimum limit of 1,024.
const DefaultWorkGroup = 256

// WorkGroups are the sizes of a work group to choose from, in invocations. Results
// are the same bit for bit with each. A device may not allow the largest.
func WorkGroups() []int { return []int{32, 64, 128, 256, 512, 1024} }

// WorkGroupsOn are those that a device allows.
func WorkGroupsOn(limits limits.Limits) []int {
	most := min(limits.Invocations, limits.WorkGroupSize[0])
	return slices.DeleteFunc(WorkGroups(), func(size int) bool { return size > int(most) })
}

// WorkGroupOf is the size of work groups that options ask for, 0 meaning the
// default, or an error that lists what the device allows.
func WorkGroupOf(limits limits.Limits, size int) (int, error) {
	if size == 0 {
		size = DefaultWorkGroup
	}
	if allowed := WorkGroupsOn(limits); !slices.Contains(allowed, size) {
		return 0, fmt.Errorf("gpu: work groups of %d invocations; this device allows %v (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS %d, "+
			"GL_MAX_COMPUTE_WORK_GROUP_SIZE %d)", size, allowed, limits.Invocations, limits.WorkGroupSize[0])
	}
	return size, nil
}
