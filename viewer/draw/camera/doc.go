// Package camera says from where a picture looks at the world. It has cameras and what
// they see, views to choose from, boxes to look at, and soft ways from one camera to
// another. Lengths are in meters, angles in radians, z is up. The package knows nothing
// of a device or a window.
package camera
