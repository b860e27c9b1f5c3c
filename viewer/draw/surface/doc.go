// Package surface finds what of a structure of springs can be seen as a surface: which
// masses lie inside a volume, on its surface, in a sheet or in a thread; the triangles that
// springs make between those on surfaces, and that cloth is made of; and what an embedded
// surface hangs on and covers. All is in the numbers of an engine's buffers, and found once,
// before the first picture.
package surface
