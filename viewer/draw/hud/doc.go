// Package hud is the heads-up display: text, panels, plots, a legend, a time line and the
// help over a picture. An Overlay says what is to be seen; Write lays it out on a Page, as
// triangles and the picture of a font that any device can draw, and says what is where for
// who points at it. It knows nothing of a device or a window.
package hud
