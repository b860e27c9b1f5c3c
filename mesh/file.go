package mesh

import (
	"hooke/model"
)

// File is what a mesh file holds, before springs are made of it. Only fields for what
// the file has are set: Surface for surfaces and volumes, Tets for volumes, Structure
// alone for formats that hold springs. 16 bytes per tetrahedron and 4 per label, in
// addition to Surface and Structure.
type File struct {
	Name   string // as the caller gave it; for messages
	Format string // the format, such as "STL" or "Gmsh 4.1"

	// Surface has all vertices of the file with its polygons and lines, nil for a
	// structure. For a volume the polygons are the exterior faces of the
	// tetrahedra, facing outward.
	Surface *Surface

	// Tets are the vertex indices of tetrahedra, each with positive volume
	// ((b−a)×(c−a))·(d−a) or counted in Surface.Degenerate; nil for surfaces. Other
	// volume elements are split into tetrahedra or refused by the readers.
	Tets [][4]uint32

	// Labels are the file's own numbers of physical groups, regions or
	// references, each nil where the file has none. 0 is no group.
	TetLabels    []int32 // per tetrahedron
	FaceLabels   []int32 // per polygon of Surface
	LineLabels   []int32 // per line of Surface
	VertexLabels []int32 // per vertex of Surface

	Structure *model.Model     // the masses and springs of the file; nil for surfaces and volumes
	Velocity  []model.Vec3     // of Structure's masses at the start [m/s]; nil: at rest
	Voxels    *Voxels          // set if Structure comes from voxels: the names of their materials and their actuation
	Actuators []model.Actuator // the actuators that Structure.ActuatorOf counts from 1; nil: none

	LabelNames []LabelName // the names of labels in the file

	Welded int      // vertices joined to others while reading, see ReadOptions
	Notes  []string // what was skipped or changed, as sentences without a period, for the user
}

// Voxels says how the voxels that became masses are actuated: the rest length of
// voxel i swings by Amplitude[i] of itself, as sin(2π Frequency t + Phase[i]).
// 16 bytes per mass.
type Voxels struct {
	Size      float64 // of a voxel's edges [m]
	Frequency float64 // [Hz], 0: nothing is actuated
	Amplitude []float64
	Phase     []float64 // [rad]
}
