// Package camera is where a picture is seen from: cameras and what they see, views to
// choose from, boxes to look at, and soft ways from one camera to another. Lengths are in
// meters, angles in radians, z is up. It knows nothing of a device or a window.
package camera
