package utils

import (
	_ "github.com/go-gl/glfw/v3.3/glfw"

	_ "hooke/viewer/draw"
)

const Count = 0
