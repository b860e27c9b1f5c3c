package bench

import (
	_ "hooke/cpuref"
	_ "hooke/model"
	_ "hooke/viewer"
)
