package options

import (
	"fmt"
	"slices"

	"hooke/gpu/limits"
)

// DefaultWorkGroup returns the number of invocations per work group unless the user chooses
// another. On cards it is a multiple of every vendor's wave width, and well under the
// specification's minimum limit of 1,024. Software goes through a whole
// group even for a single mass: a fused step of 27 masses takes half as long in groups of 64, and one of 1,000 and more as long.
func DefaultWorkGroup(l limits.Limits) int {
	if l.Software {
		return 64
	}
	return 256
}

// WorkGroups returns the sizes of work groups from which one can choose [invocations].
// Software renderers give the same bits with each; the compilers of graphics cards may round
// otherwise in each. Some devices do not allow the largest.
func WorkGroups() []int { return []int{32, 64, 128, 256, 512, 1024} }

// WorkGroupsOn returns the sizes of WorkGroups that a device allows.
func WorkGroupsOn(limits limits.Limits) []int {
	most := min(limits.Invocations, limits.WorkGroupSize[0])
	return slices.DeleteFunc(WorkGroups(), func(size int) bool { return size > int(most) })
}

// WorkGroupOf returns the size of work groups that options ask for [invocations]; 0 asks
// for the default. An error lists the sizes that the device allows.
func WorkGroupOf(limits limits.Limits, size int) (int, error) {
	if size == 0 {
		size = DefaultWorkGroup(limits)
	}
	if allowed := WorkGroupsOn(limits); !slices.Contains(allowed, size) {
		return 0, fmt.Errorf("gpu: work groups of %d invocations; this device allows %v (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS %d, "+
			"GL_MAX_COMPUTE_WORK_GROUP_SIZE %d)", size, allowed, limits.Invocations, limits.WorkGroupSize[0])
	}
	return size, nil
}
