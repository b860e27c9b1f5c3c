// Package limits holds what an OpenGL device allows, as numbers, and judges numbers that
// a device sent. It does not call OpenGL: hooke/gpu/glx asks the device.
package limits
