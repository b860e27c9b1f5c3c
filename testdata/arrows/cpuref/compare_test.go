package cpuref_test

import (
	_ "hooke/cpuref"
	_ "hooke/mesh"
	_ "hooke/shaders"
)
