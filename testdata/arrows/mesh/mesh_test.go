package mesh

import (
	_ "github.com/go-gl/glfw/v3.3/glfw"

	_ "hooke/gpu"
)
