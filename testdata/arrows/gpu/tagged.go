//go:build never

package gpu

import _ "hooke/viewer"
