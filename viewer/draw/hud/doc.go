// Package hud is the heads-up display: text, panels, plots, a legend, a time line and the
// help over a picture. An Overlay holds the content. Write lays it out on a Page, as
// triangles and the picture of a font that any device can draw, and returns the Places,
// which name the things under a cursor. The package knows nothing of a device or a window.
package hud
