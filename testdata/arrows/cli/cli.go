package cli

import (
	"hooke/gpu"
	"hooke/model/spring"
	"hooke/viewer"
)

func Run() int { return gpu.Count + viewer.Count + spring.Count }
