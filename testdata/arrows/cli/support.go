package cli

import _ "hooke/gpu/gltest"
