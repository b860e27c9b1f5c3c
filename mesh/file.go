package mesh

import (
	"hooke/model"
)

// File is the content of a mesh file, before springs are made of it. Only the fields for its
// content are set: Surface for surfaces and volumes, Tets for volumes, Structure alone for
// formats that hold springs. It takes 16 bytes per tetrahedron and 4 per label, in addition
// to Surface and Structure.
type File struct {
	Name   string // the path that the caller gave, for messages
	Format string // name of the format, such as "STL" or "Gmsh 4.1"

	// Surface has all vertices of the file with its polygons and lines; nil for a structure.
	// For a volume the polygons are the exterior faces of the tetrahedra, facing outward.
	Surface *Surface

	// Tets are the vertex indices of tetrahedra, each with positive volume
	// ((b−a)×(c−a))·(d−a); others are counted in Surface.Degenerate. It is nil for surfaces.
	// Readers split other volume elements into tetrahedra or reject them.
	Tets [][4]uint32

	// Drawn is a surface for pictures that moves with the tetrahedra, as USD has it; nil: none.
	Drawn *Surface

	// Labels are the file's own numbers of physical groups, regions or
	// references, each nil if the file lacks them. 0 is no group.
	TetLabels    []int32 // per tetrahedron
	FaceLabels   []int32 // per polygon of Surface
	LineLabels   []int32 // per line of Surface
	VertexLabels []int32 // per vertex of Surface

	Structure *model.Model     // the masses and springs of the file; nil for surfaces and volumes
	Velocity  []model.Vec3     // initial velocities of Structure's masses [m/s]; nil: at rest
	Voxels    *Voxels          // for a Structure of voxels: names of their materials and their actuation
	Actuators []model.Actuator // the actuators that Structure.ActuatorOf counts from 1; nil: none

	LabelNames []LabelName // names of labels in the file

	UpNamed bool // whether the file names the axis that points up

	Substance Substance // that the file gives its mesh

	Welded int      // number of vertices joined to others while reading, see ReadOptions
	Notes  []string // skipped or changed parts, as sentences without a period, for the user
}

// Substance holds the numbers that a file gives for the material of its mesh; zero: not given.
type Substance struct {
	Modulus   float64 // Young's modulus [Pa]
	Density   float64 // [kg/m³]
	Thickness float64 // of cloth [m]
}

// Voxels describes the actuation of voxels that became masses: the rest length of voxel i
// changes by the factor 1 + Amplitude[i] sin(2π Frequency t + Phase[i]). It takes 16 bytes
// per mass.
type Voxels struct {
	Size      float64 // edge length of a voxel [m]
	Frequency float64 // [Hz]; 0: no actuation
	Amplitude []float64
	Phase     []float64 // [rad]
}
