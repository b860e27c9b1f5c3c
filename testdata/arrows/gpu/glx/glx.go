package glx

import _ "github.com/go-gl/gl/v4.3-core/gl"
