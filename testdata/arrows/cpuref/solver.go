package cpuref

import (
	_ "hooke/gpu"
	_ "hooke/model"
	_ "hooke/model/spring"
)
