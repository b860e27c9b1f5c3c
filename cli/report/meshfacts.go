package report

import (
	"hooke/model"
	"hooke/scene"
)

// Mesh holds the facts of a mesh file beyond the counts of its elements.
type Mesh struct {
	Closed      bool    `json:"closed"`              // no edge has only one polygon
	Gap         float64 `json:"gap"`                 // how open the surface is, 0 to 1; see mesh.Topology
	Components  int     `json:"components"`          // parts that share no vertex
	Edges       int     `json:"edges"`               // edges of polygons
	NonManifold int     `json:"nonmanifold_edges"`   // edges of three or more polygons
	Isolated    int     `json:"isolated_vertices"`   // vertices of no polygon and no line
	Degenerate  int64   `json:"degenerate_elements"` // elements that are left out
	Welded      int     `json:"welded_vertices"`     // vertices that are joined to others
	Turned      int     `json:"turned_polygons"`     // polygons that are turned to face as their neighbors do
	Pitch       float64 `json:"pitch_m,omitempty"`   // distance of masses in a fill; the least distance in a truss
	Dropped     int     `json:"dropped_masses"`      // masses of a fill or a truss that are left out, since they lie apart from the rest
	Volume      float64 `json:"volume_m3,omitempty"` // volume of a fill, a truss or tetrahedra
	Shift       any     `json:"shift_m,omitempty"`   // vector by which the structure is moved to the origin
	Skin        int     `json:"skin_vertices"`       // vertices of the surface that is drawn
	SkinFaces   int     `json:"skin_triangles"`      // triangles of that surface
}

func describeMesh(s *scene.Scene) *Mesh {
	r := s.Report
	if r.As == "" || r.As == "structure" {
		return nil
	}
	i := &Mesh{
		Closed: r.Topology.Boundary == 0 && r.Polygons > 0, Gap: r.Topology.Gap, Components: r.Topology.Components, Edges: r.Topology.Edges,
		NonManifold: r.Topology.NonManifold, Isolated: r.Topology.Isolated, Degenerate: r.Degenerate, Welded: r.Welded, Turned: r.Turned,
		Pitch: max(r.Fill.Pitch, r.Truss.Distance), Dropped: r.Fill.Dropped + r.Truss.Dropped, Volume: max(r.Fill.Volume, r.Truss.Volume, r.Tets.Volume),
		Skin: s.Model.Skin.VertexCount(),
	}
	if s.Model.Skin != nil {
		i.SkinFaces = len(s.Model.Skin.Triangles)
	}
	if r.Shift != (model.Vec3{}) {
		i.Shift = r.Shift
	}
	return i
}

// state returns whether the surface is closed, as a word.
func (i *Mesh) state() string {
	if i.Closed {
		return "closed"
	}
	return "open"
}

func (i *Mesh) write(line func(key, format string, args ...any)) {
	line("surface", "%s (gap %.3g), %d components, %d edges, %d of three or more polygons; %d degenerate elements and %d isolated vertices left out, %d vertices joined",
		i.state(), i.Gap, i.Components, i.Edges, i.NonManifold, i.Degenerate, i.Isolated, i.Welded)
	if i.Pitch > 0 {
		line("filled", "pitch %.4g m, %d separate masses left out", i.Pitch, i.Dropped)
	}
	if i.Skin > 0 {
		line("skin", "%d vertices, %d triangles follow the masses", i.Skin, i.SkinFaces)
	}
}
