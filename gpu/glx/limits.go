package glx

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Limits are what the device allows. They are queried, never assumed: past
// them, drivers silently read zeros or dispatch nothing.
type Limits struct {
	StorageBlockBytes    int64    // GL_MAX_SHADER_STORAGE_BLOCK_SIZE; the specification's minimum is 16 MiB
	StorageBindings      int32    // GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS
	ComputeStorageBlocks int32    // GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, per program
	OffsetAlignment      int32    // GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT [bytes]
	UniformBlockBytes    int32    // GL_MAX_UNIFORM_BLOCK_SIZE
	UniformAlignment     int32    // GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT [bytes]
	WorkGroups           [3]int32 // GL_MAX_COMPUTE_WORK_GROUP_COUNT per dimension
	WorkGroupSize        [3]int32 // GL_MAX_COMPUTE_WORK_GROUP_SIZE per dimension
	Invocations          int32    // GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS
	SharedBytes          int32    // GL_MAX_COMPUTE_SHARED_MEMORY_SIZE
	TextureSize          int32    // GL_MAX_TEXTURE_SIZE, the largest side of a texture [texels]
	PictureSize          int32    // the largest side of a picture [pixels]: GL_MAX_RENDERBUFFER_SIZE or GL_MAX_VIEWPORT_DIMS
	ViewSize             int32    // GL_MAX_VIEWPORT_DIMS, the largest side of a picture that is drawn in tiles [pixels]
	Texels               int64    // GL_MAX_TEXTURE_BUFFER_SIZE, of a buffer that is shown as texels
	TexelAlignment       int32    // GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT [bytes]
	Elements             int64    // GL_MAX_ELEMENT_INDEX, the largest vertex number that can be drawn
}

func queryLimits() Limits {
	integer := func(name uint32) int32 {
		var value int32
		gl.GetIntegerv(name, &value)
		return value
	}
	integer64 := func(name uint32) int64 {
		var value int64
		gl.GetInteger64v(name, &value)
		return value
	}
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	l := Limits{
		StorageBlockBytes:    integer64(gl.MAX_SHADER_STORAGE_BLOCK_SIZE),
		StorageBindings:      integer(gl.MAX_SHADER_STORAGE_BUFFER_BINDINGS),
		ComputeStorageBlocks: integer(gl.MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
		OffsetAlignment:      integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
		UniformBlockBytes:    integer(gl.MAX_UNIFORM_BLOCK_SIZE),
		UniformAlignment:     integer(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT),
		Invocations:          integer(gl.MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
		SharedBytes:          integer(gl.MAX_COMPUTE_SHARED_MEMORY_SIZE),
		TextureSize:          integer(gl.MAX_TEXTURE_SIZE),
		PictureSize:          min(integer(gl.MAX_RENDERBUFFER_SIZE), viewport[0], viewport[1]),
		ViewSize:             min(viewport[0], viewport[1]),
		Texels:               min(integer64(gl.MAX_TEXTURE_BUFFER_SIZE), math.MaxInt32), // texelFetch counts them in an int
		TexelAlignment:       integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT),
		Elements:             integer64(gl.MAX_ELEMENT_INDEX),
	}
	for axis := range uint32(3) {
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_COUNT, axis, &l.WorkGroups[axis])
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_SIZE, axis, &l.WorkGroupSize[axis])
	}
	return l
}

// Memory that is free, as extensions tell it [KiB]: GL_NVX_gpu_memory_info and
// GL_ATI_meminfo, which drivers of other vendors have, too.
const (
	availableVideoMemoryNVX = 0x9049
	freeBufferMemoryATI     = 0x87fb
)

// FreeMemory is how much memory of the device is free [bytes]; false where the driver
// does not say, as renderers on the CPU do.
func (c *Context) FreeMemory() (bytes int64, known bool) {
	var kilobytes [4]int32
	switch {
	case c.Software():
		return 0, false
	case c.has("GL_NVX_gpu_memory_info"):
		gl.GetIntegerv(availableVideoMemoryNVX, &kilobytes[0])
	case c.has("GL_ATI_meminfo"):
		gl.GetIntegerv(freeBufferMemoryATI, &kilobytes[0])
	}
	return int64(kilobytes[0]) << 10, kilobytes[0] > 0
}

// has says whether the driver has an extension.
func (c *Context) has(extension string) bool {
	var count int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &count)
	for i := range uint32(count) {
		if gl.GoStr(gl.GetStringi(gl.EXTENSIONS, i)) == extension {
			return true
		}
	}
	return false
}

// Groups folds the work groups for count invocations into two dimensions, so
// that a pass may exceed the limit of one. It covers count and a little more:
// shaders check their index. An error says how many are needed and allowed.
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
