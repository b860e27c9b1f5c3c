// Package mesh has what a mesh file holds (File: a Surface of vertices, polygons and
// lines, tetrahedra, labels) and its geometry: welding, topology, volume, winding
// numbers, nearest places, and the skin that hangs a surface on masses.
//
// It makes no springs: package mesh/build makes models of numbers, mesh/fill of
// surfaces and tetrahedra. Package mesh/format reads and writes files, on bytes that
// mesh/scan has cut into words. All functions are safe for concurrent use on different
// values.
package mesh
