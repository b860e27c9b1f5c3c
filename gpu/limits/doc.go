// Package limits holds the limits of an OpenGL device, as numbers, and judges numbers
// that a device sends. It does not call OpenGL: hooke/gpu/glx asks the device.
package limits
