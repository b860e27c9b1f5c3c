// Package drawing measures what drawing a scene costs, without a window: pictures a
// second, and the time of each part of a picture.
package drawing
