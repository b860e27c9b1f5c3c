package cli

import (
	"fmt"
	"io"

	"hooke/engine"
)

// glInfo is what info says of OpenGL: either an error or the rest.
type glInfo struct {
	Error    string    `json:"error,omitempty"` // why there is no context
	Version  string    `json:"version,omitempty"`
	Renderer string    `json:"renderer,omitempty"`
	Vendor   string    `json:"vendor,omitempty"`
	Platform string    `json:"platform,omitempty"` // how the windowless context was made
	Software bool      `json:"software"`           // the renderer runs on the CPU
	Limits   *glLimits `json:"limits,omitempty"`
}

// glLimits are the limits that decide what fits.
type glLimits struct {
	StorageBlockBytes    int64    `json:"storage_block_bytes"`
	ComputeStorageBlocks int32    `json:"compute_storage_blocks"`
	WorkGroups           [3]int32 `json:"work_groups"`
	WorkGroupSize        [3]int32 `json:"work_group_size"`
	Invocations          int32    `json:"work_group_invocations"`
	SharedBytes          int32    `json:"shared_bytes"`
	OffsetAlignment      int32    `json:"offset_alignment"`
	TextureSize          int32    `json:"texture_size"`
	PictureSize          int32    `json:"picture_size"`
	Elements             int64    `json:"element_index"`
}

func describeDevice(d *engine.Device) glInfo {
	l := d.GL.Limits
	return glInfo{
		Version: d.GL.Version, Renderer: d.GL.Renderer, Vendor: d.GL.Vendor,
		Platform: d.Platform(), Software: d.GL.Software(),
		Limits: &glLimits{
			StorageBlockBytes: l.StorageBlockBytes, ComputeStorageBlocks: l.ComputeStorageBlocks,
			WorkGroups: l.WorkGroups, WorkGroupSize: l.WorkGroupSize, Invocations: l.Invocations,
			SharedBytes: l.SharedBytes, OffsetAlignment: l.OffsetAlignment, TextureSize: l.TextureSize, PictureSize: l.PictureSize, Elements: l.Elements,
		},
	}
}

func (g glInfo) write(w io.Writer) {
	line := func(key, format string, args ...any) {
		fmt.Fprintf(w, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	if g.Error != "" {
		line("OpenGL", "none: %s", g.Error)
		return
	}
	line("OpenGL", "%s", g.Version)
	line("renderer", "%s", g.Renderer)
	if g.Software {
		line("", "SOFTWARE RENDERER: this runs on the CPU, it is not a GPU")
	}
	line("vendor", "%s", g.Vendor)
	line("platform", "EGL %s", g.Platform)
	l := g.Limits
	line("storage block", "%s (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", byteText(l.StorageBlockBytes))
	line("storage blocks", "%d a program", l.ComputeStorageBlocks)
	line("work groups", "%d × %d × %d, of %d invocations at most", l.WorkGroups[0], l.WorkGroups[1], l.WorkGroups[2], l.Invocations)
	line("shared memory", "%s", byteText(int64(l.SharedBytes)))
	line("picture side", "%d pixels", l.PictureSize)
}

// byteText is a number of bytes with its binary factor: 67108864 bytes (64 MiB).
func byteText(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes {
			return fmt.Sprintf("%d bytes (%.4g %s)", n, float64(n)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
