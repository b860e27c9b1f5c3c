package bench

import (
	_ "hooke/cpuref"
	_ "hooke/gpu"
	_ "hooke/model"
)
