package gpu

import _ "hooke/gpu/gltest"
