package meshfile

import (
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// writeNotes writes sentences about parts that were left out or changed; auto means that the
// program chose the structure for the mesh.
func writeNotes(r *scene.Report, auto bool) {
	r.Note(r.Shift != model.Vec3{}, "the mesh was moved by (%.9g, %.9g, %.9g) m to the origin: where it was, numbers leave fewer than %d steps to its shortest spring",
		r.Shift[0], r.Shift[1], r.Shift[2], tune.FineSteps)
	r.Note(r.Degenerate > 0, "%d degenerate polygons or lines were left out", r.Degenerate)
	r.Note(r.Welded > 0, "%d vertices were joined to others at the same place", r.Welded)
	r.Note(r.Turned > 0, "%d polygons faced the other way than their neighbors and were turned", r.Turned)
	solid := r.As == "fill" || r.As == "truss"
	r.Note(solid && r.Topology.Boundary > 0, "the surface has holes (%d boundary edges); the fill closes them", r.Topology.Boundary)
	r.Note(r.As == "cloth" && auto && r.Topology.Boundary == 0, "made into cloth, although no edge is open: its polygons enclose no volume")
	r.Note(solid && r.Lines > 0, "%d lines were not used by the fill; where they are springs (a structure that was written as a mesh), give as lines", r.Lines)
	r.Note(r.As == "lines" && r.Polygons > 0, "%d polygons were not used, only lines", r.Polygons)
	r.Note(r.Fill.Dropped > 0, "%d masses of the fill were apart from the rest and were left out", r.Fill.Dropped)
	r.Note(r.Truss.Dropped > 0, "%d masses of the truss were apart from the rest or had fewer than three springs, and were left out", r.Truss.Dropped)
	r.Note(!solid && r.Surface.Isolated > 0, "%d vertices belong to nothing and were left out", r.Surface.Isolated)
	r.Note(r.Surface.Duplicates > 0, "%d lines were given more than once", r.Surface.Duplicates)
	r.Note(r.Surface.Raised > 0, "%d very light masses were raised to a twentieth of the mean", r.Surface.Raised)
}
