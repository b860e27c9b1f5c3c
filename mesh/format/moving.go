package format

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/mesh/format/usd"
)

// Moving is a format of meshes that move.
type Moving struct {
	Extension string // in lower case, with the point
	Frames    int    // most key frames unless somebody says otherwise; zero: all states
	Write     func(w io.Writer, m *mesh.Moving) error
}

// Movings lists the formats of meshes that move.
func Movings() []Moving {
	return []Moving{{".glb", 60, surface.WriteMovingGLB}, {".usda", 0, usd.WriteMoving}}
}

// MovingAs returns the format of meshes that move for the name of a file, or false for a name of another kind.
func MovingAs(name string) (Moving, bool) {
	all := Movings()
	i := slices.IndexFunc(all, func(m Moving) bool { return m.Extension == strings.ToLower(filepath.Ext(name)) })
	if i < 0 {
		return Moving{}, false
	}
	return all[i], true
}
