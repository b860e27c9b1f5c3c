// Package limits holds the limits of an OpenGL device as numbers, and checks numbers that a
// device returns. It does not call OpenGL: package glx asks the device.
package limits
