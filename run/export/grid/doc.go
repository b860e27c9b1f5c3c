// Package grid writes frames of a run as structures and surfaces: VTU and VTKHDF, with
// springs and their strains, and PLY and OBJ, with surfaces alone.
package grid
