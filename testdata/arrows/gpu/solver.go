package gpu

import (
	. "os"

	_ "github.com/go-gl/gl/v4.3-core/gl"

	_ "hooke/gpu/glx"
)

const Count = 0

type Solver struct{ file *File }
