// Package span is the float64 reference of contacts that push edges and triangles: all spans
// against all shapes. It finds the nearest points of an edge or a triangle and an axis by
// trying all pairs of their faces, and the least translation out of a box by the corners of
// the box. So it shares no step with the closed forms of package physics and of the shaders.
package span
