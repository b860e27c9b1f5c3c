// Package mesh says what a mesh file holds (File: a Surface of vertices, polygons and
// lines, tetrahedra, labels) and has its geometry: welding, topology, volume, winding
// numbers, nearest places, and the skin that ties a surface to masses.
//
// It makes no springs: package mesh/build makes models from numbers, and mesh/fill from
// surfaces and tetrahedra. Package mesh/format reads and writes files, whose bytes
// mesh/scan cuts into words. All functions are safe for concurrent use on different
// values.
package mesh
