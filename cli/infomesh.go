package cli

import (
	"fmt"
	"io"
	"strings"

	"hooke/model"
	"hooke/scene"
)

// meshInfo is what info says of a mesh file beside the counts of its elements.
type meshInfo struct {
	Closed      bool    `json:"closed"`              // no edge has one polygon only
	Gap         float64 `json:"gap"`                 // how open it is, 0 to 1, see mesh.Topology
	Components  int     `json:"components"`          // parts that share no vertex
	Edges       int     `json:"edges"`               // of polygons
	NonManifold int     `json:"nonmanifold_edges"`   // edges of three or more polygons
	Isolated    int     `json:"isolated_vertices"`   // of no polygon and no line
	Degenerate  int64   `json:"degenerate_elements"` // left out
	Welded      int     `json:"welded_vertices"`     // joined to others
	Pitch       float64 `json:"pitch_m,omitempty"`   // of a fill; of a truss the least distance
	Dropped     int     `json:"dropped_masses"`      // of a fill or a truss, apart from the rest
	Volume      float64 `json:"volume_m3,omitempty"` // of a truss or of tetrahedra
	Shift       any     `json:"shift_m,omitempty"`   // it was moved by, to the origin
	Skin        int     `json:"skin_vertices"`       // of the surface that is drawn
	SkinFaces   int     `json:"skin_triangles"`      // of it
}

// groupInfo is a named group of masses.
type groupInfo struct {
	Name   string `json:"name"`
	Masses int    `json:"masses"`
}

// mostHistogram is the number of springs from which on masses are counted together.
const mostHistogram = 64

func describeMesh(s *scene.Scene) *meshInfo {
	r := s.Report
	if r.As == "" || r.As == "structure" {
		return nil
	}
	i := &meshInfo{
		Closed: r.Topology.Boundary == 0 && r.Polygons > 0, Gap: r.Topology.Gap, Components: r.Topology.Components, Edges: r.Topology.Edges,
		NonManifold: r.Topology.NonManifold, Isolated: r.Topology.Isolated, Degenerate: r.Degenerate, Welded: r.Welded,
		Pitch: max(r.Fill.Pitch, r.Truss.Distance), Dropped: r.Fill.Dropped + r.Truss.Dropped, Volume: max(r.Truss.Volume, r.Tets.Volume),
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

func describeGroups(m *model.Model) []groupInfo {
	var groups []groupInfo
	for _, g := range m.Groups {
		groups = append(groups, groupInfo{g.Name, len(g.Masses)})
	}
	return groups
}

// histogram counts masses by the number of springs that end there; the last entry
// counts those with mostHistogram and more. It is cut behind the last mass.
func histogram(ending []int32) []int64 {
	out := make([]int64, mostHistogram+1)
	for _, springs := range ending {
		out[min(int(springs), mostHistogram)]++
	}
	for len(out) > 1 && out[len(out)-1] == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func (i *meshInfo) write(line func(key, format string, args ...any)) {
	state := "open"
	if i.Closed {
		state = "closed"
	}
	line("surface", "%s (gap %.3g), %d components, %d edges, %d of three or more polygons; %d degenerate elements and %d isolated vertices left out, %d vertices joined",
		state, i.Gap, i.Components, i.Edges, i.NonManifold, i.Degenerate, i.Isolated, i.Welded)
	if i.Pitch > 0 {
		line("filled", "pitch %.4g m, %d masses left out as apart from the rest", i.Pitch, i.Dropped)
	}
	if i.Skin > 0 {
		line("skin", "%d vertices, %d triangles follow the masses", i.Skin, i.SkinFaces)
	}
}

// writeGroups lists groups, the first ones.
func writeGroups(w io.Writer, groups []groupInfo) {
	var words []string
	for at, g := range groups {
		if at == maxPalette {
			words = append(words, fmt.Sprintf("and %d more", len(groups)-at))
			break
		}
		words = append(words, fmt.Sprintf("%s (%d)", g.Name, g.Masses))
	}
	if words != nil {
		fmt.Fprintf(w, "%-18s %s\n", "groups", strings.Join(words, ", "))
	}
}
