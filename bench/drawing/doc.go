// Package drawing measures the cost of drawing a scene without a window: pictures per
// second, and the time of each part of a picture.
package drawing
