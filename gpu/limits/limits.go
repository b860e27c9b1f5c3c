package limits

import (
	"errors"
	"fmt"
)

// ErrTooLarge is wrapped when something does not fit the device. The error tells how much
// is needed, how much is allowed, and the name of the limit.
var ErrTooLarge = errors.New("too large for this device")

// ErrNoFloat64 is wrapped when the device cannot compute in float64.
var ErrNoFloat64 = errors.New("no float64")

// Limits are the limits of a device. hooke queries them and never assumes them: past a
// limit, drivers silently read zeros or dispatch nothing.
type Limits struct {
	StorageBlockBytes    int64    // GL_MAX_SHADER_STORAGE_BLOCK_SIZE [bytes]; the specification's minimum is 16 MiB
	StorageBindings      int32    // GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS
	ComputeStorageBlocks int32    // GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, of one program
	OffsetAlignment      int32    // GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT [bytes]
	UniformBlockBytes    int32    // GL_MAX_UNIFORM_BLOCK_SIZE [bytes]
	UniformAlignment     int32    // GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT [bytes]
	WorkGroups           [3]int32 // GL_MAX_COMPUTE_WORK_GROUP_COUNT along x, y and z
	WorkGroupSize        [3]int32 // GL_MAX_COMPUTE_WORK_GROUP_SIZE along x, y and z [invocations]
	Invocations          int32    // GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS
	SharedBytes          int32    // GL_MAX_COMPUTE_SHARED_MEMORY_SIZE [bytes]
	TextureSize          int32    // GL_MAX_TEXTURE_SIZE, the largest side of a texture [texels]
	PictureSize          int32    // the largest side of a picture [pixels]: the lesser of GL_MAX_RENDERBUFFER_SIZE and GL_MAX_VIEWPORT_DIMS
	ViewSize             int32    // GL_MAX_VIEWPORT_DIMS, the largest side of a picture that is drawn in tiles [pixels]
	Texels               int64    // GL_MAX_TEXTURE_BUFFER_SIZE, the largest number of texels as which a buffer is shown
	TexelAlignment       int32    // GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT [bytes]
	Elements             int64    // GL_MAX_ELEMENT_INDEX, the largest vertex number that can be drawn
	Processors           int32    // GL_SM_COUNT_NV, processors that run work groups; 0: the driver does not tell
	Warps                int32    // GL_WARPS_PER_SM_NV, how many times 32 invocations a processor holds at once
	Software             bool     // the renderer runs on the CPU
	NoFloat64            bool     // shaders cannot compute in float64: the driver lacks GL_ARB_gpu_shader_fp64 and refuses a program that does
}

// Groups folds the work groups for count invocations into two dimensions, so that a pass
// may exceed the limit of one dimension. The groups cover count and a little more, so
// shaders must check their index. An error says how many groups are needed and allowed.
func (l Limits) Groups(count int64, groupSize int) (x, y uint32, err error) {
	groups := (count + int64(groupSize) - 1) / int64(groupSize)
	maxX, maxY := int64(l.WorkGroups[0]), int64(l.WorkGroups[1])
	if groups <= maxX {
		return uint32(groups), 1, nil
	}
	rows := (groups + maxX - 1) / maxX
	if rows > maxY {
		return 0, 0, fmt.Errorf("glx: %d invocations in groups of %d need %d groups; "+
			"this device allows %d × %d (GL_MAX_COMPUTE_WORK_GROUP_COUNT)", count, groupSize, groups, maxX, maxY)
	}
	return uint32((groups + rows - 1) / rows), uint32(rows), nil
}

// Window is a part of a buffer [bytes]. Its offset must be a multiple of the alignment of
// the device: Limits.OffsetAlignment for a storage block, Limits.TexelAlignment for
// texels.
type Window struct{ Offset, Bytes int64 }
