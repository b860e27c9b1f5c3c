// Package span is the reference of contacts that push edges and triangles, in float64: all
// spans against all shapes. It looks for the nearest points of an edge or a triangle and an
// axis by trying all pairs of their faces, and for the least translation out of a box with
// the corners of the box, so that it shares no step with the closed forms of package physics
// and of the shaders.
package span
