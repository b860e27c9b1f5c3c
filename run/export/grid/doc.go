// Package grid writes frames of a run as structures and surfaces: VTU and VTKHDF, which
// have springs with their strains, and PLY and OBJ, which have surfaces alone.
package grid
