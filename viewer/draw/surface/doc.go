// Package surface finds the visible surface of a structure of springs. It
// finds which masses lie inside a volume, on its surface, in a sheet or in a thread; the
// triangles that springs make between masses on surfaces, and the triangles of cloth; and
// the masses on which an embedded surface hangs and which it covers. All numbers are
// those of an engine's buffers. The package works once, before the first picture.
package surface
