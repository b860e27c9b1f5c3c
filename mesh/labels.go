package mesh

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/mesh/scan"
)

// LabelName is a name that a file gives to one of its labels. A label may have several names,
// and several labels may share one.
type LabelName struct {
	Dim   int   // dimension of the labeled elements: 0 vertices, 1 lines, 2 polygons, 3 tetrahedra
	Label int32 // as in VertexLabels, LineLabels, FaceLabels and TetLabels
	Name  string
}

// Labels collects the labels of a file's elements, one each. It takes no memory until one is
// not zero. The zero value is empty.
type Labels struct {
	Values scan.ChunkedSlice[int32]
	zeros  int // labels of zero before the first other one
}

// Add appends the label of the next element.
func (l *Labels) Add(label int64) {
	switch {
	case l.Values.Len() > 0:
		l.Values.Add(ClampLabel(label))
	case label == 0:
		l.zeros++
	default:
		for range l.zeros {
			l.Values.Add(0)
		}
		l.Values.Add(ClampLabel(label))
	}
}

// Len returns the number of labels.
func (l *Labels) Len() int {
	if n := l.Values.Len(); n > 0 {
		return n
	}
	return l.zeros
}

// ClampLabel limits a label to 32 bits; no program uses larger numbers of groups.
func ClampLabel(label int64) int32 {
	return int32(max(math.MinInt32, min(math.MaxInt32, label)))
}

// IsLabelName reports whether the name of an array of integers per element is one that
// programs use for numbers of parts. The lower the rank, the better the name.
func IsLabelName(name string) (rank int, ok bool) {
	known := []string{
		"label", "labels", "group", "group_id", "groupid", "region", "regionid", "region_id", "part", "partid", "part_id",
		"physicalids", "physical", "gmsh:physical", "cell_tags", "celltags", "medit:ref", "obj:group_ids", "tetgen:ref",
		"material", "materialid", "material_id", "materialids", "material_ids", "material_index", "material_indices", "matid",
		"segment", "segment_id", "category_id", "domain", "subdomain", "zone", "gmsh:geometrical", "cellentityids", "entityids",
	}
	rank = slices.Index(known, strings.ToLower(name))
	return rank, rank >= 0
}

// MaxGroups is the largest number of groups that the labels of one file make.
const MaxGroups = 4096

// LabelGroup holds the elements of one label, or of one name of labels, and their vertices.
type LabelGroup struct {
	Name     string // name in the file, or such as "faces/3" for a label without a name
	Vertices []uint32
	Faces    []uint32 // polygons of Surface with the label
	Tets     []uint32 // tetrahedra with the label
}

// LabelGroups returns the groups that the file's labels make. A name makes a group of the
// vertices of all elements with that name. A label N other than 0 without a name makes
// vertices/N, lines/N, faces/N or tets/N. Vertices and polygons are ascending. More than
// 4,096 groups are an error.
func (f *File) LabelGroups() ([]LabelGroup, error) {
	if f.Surface == nil {
		return nil, nil
	}
	b := groupBuilder{of: make(map[labelKey][]int32), at: make(map[string]int32), names: make(map[labelKey][]string)}
	for _, n := range f.LabelNames {
		if key := (labelKey{n.Dim, n.Label}); n.Name != "" {
			b.names[key] = append(b.names[key], n.Name)
		}
	}
	s := f.Surface
	for v, label := range f.VertexLabels {
		b.add(labelKey{0, label}, -1, uint32(v))
	}
	for i, label := range f.LineLabels {
		b.add(labelKey{1, label}, -1, s.Lines[i][0], s.Lines[i][1])
	}
	for i, label := range f.FaceLabels {
		b.add(labelKey{2, label}, i, s.Face(i)...)
	}
	for i, label := range f.TetLabels {
		b.add(labelKey{3, label}, i, f.Tets[i][:]...)
	}
	if len(b.groups) > MaxGroups {
		return nil, fmt.Errorf("%s: its labels make more than %d groups", f.Name, MaxGroups)
	}
	for i := range b.groups {
		slices.Sort(b.groups[i].Vertices)
		b.groups[i].Vertices = slices.Compact(b.groups[i].Vertices)
	}
	slices.SortStableFunc(b.groups, func(p, q LabelGroup) int { return strings.Compare(p.Name, q.Name) })
	return b.groups, nil
}

// labelKey is a label of elements of one dimension.
type labelKey struct {
	dim   int
	label int32
}

// groupBuilder collects elements in the groups of their labels.
type groupBuilder struct {
	names  map[labelKey][]string
	of     map[labelKey][]int32 // groups of a label
	at     map[string]int32     // group of a name
	groups []LabelGroup

	last      labelKey // the label that was looked up last, and its groups
	lastGroup []int32
}

// add adds an element and its vertices to the groups of its label. The element −1 adds
// the vertices alone.
func (b *groupBuilder) add(key labelKey, element int, vertices ...uint32) {
	if len(b.groups) > MaxGroups {
		return
	}
	if key != b.last || b.lastGroup == nil {
		b.last, b.lastGroup = key, b.groupsOf(key)
	}
	for _, g := range b.lastGroup {
		group := &b.groups[g]
		// Neighboring elements share vertices: look at the last few.
		for _, v := range vertices {
			if n := len(group.Vertices); !slices.Contains(group.Vertices[max(0, n-4):], v) {
				group.Vertices = append(group.Vertices, v)
			}
		}
		switch key.dim {
		case 2:
			group.Faces = append(group.Faces, uint32(element))
		case 3:
			group.Tets = append(group.Tets, uint32(element))
		}
	}
}

// groupsOf finds the groups of a label, or makes them.
func (b *groupBuilder) groupsOf(key labelKey) []int32 {
	if found, ok := b.of[key]; ok {
		return found
	}
	names := b.names[key]
	if names == nil && key.label != 0 {
		names = []string{unnamed(key.dim, key.label)}
	}
	found := make([]int32, 0, len(names)) // a label 0 without a name has no group
	for _, name := range names {
		at, ok := b.at[name]
		if !ok {
			at = int32(len(b.groups))
			b.at[name] = at
			b.groups = append(b.groups, LabelGroup{Name: name})
		}
		if !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	b.of[key] = found
	return found
}
