package fill

import (
	"fmt"
	"math"
	"slices"

	"hooke/mesh"
	"hooke/model"
)

// Elements are the elements whose vertices became the masses of a model, by Cloth, Lines
// or Tets.
type Elements uint8

// Each kind of elements is named here.
const (
	OfPolygons   Elements = iota // polygons and lines
	OfLines                      // lines alone
	OfTetrahedra                 // tetrahedra alone
)

// MassGroups turns groups of vertices into groups of masses, for a model whose masses are
// the vertices of the file's elements. It leaves out groups without any mass.
func MassGroups(f *mesh.File, m *model.Model, groups []mesh.LabelGroup, of Elements) ([]model.Group, error) {
	if len(groups) == 0 {
		return nil, nil
	}
	used := make([]bool, len(f.Surface.Vertices))
	switch of {
	case OfTetrahedra:
		for _, t := range f.Tets {
			for _, v := range t {
				used[v] = true
			}
		}
	case OfLines:
		for _, l := range f.Surface.Lines {
			used[l[0]], used[l[1]] = true, true
		}
	default:
		used = f.Surface.Used()
	}
	number, masses := make([]uint32, len(used)), uint32(0)
	for v, u := range used {
		if number[v] = masses; u {
			masses++
		}
	}
	if int(masses) != m.MassCount() {
		return nil, fmt.Errorf("mesh: groups of %s: %d vertices are in use, and the model has %d masses", f.Name, masses, m.MassCount())
	}
	var out []model.Group
	for _, g := range groups {
		group := model.Group{Name: g.Name}
		for _, v := range g.Vertices {
			if used[v] {
				group.Masses = append(group.Masses, number[v])
			}
		}
		if group.Masses != nil {
			out = append(out, group)
		}
	}
	return out, nil
}

// mostSamples is the largest number of points that NearGroups visits.
const mostSamples = 1 << 26

// NearGroups makes groups of the masses of a model that fills the file's surface: the
// masses nearest to the vertices and polygons of each group, and to the inside of its
// tetrahedra. It samples these in steps of half the spacing [m] and takes masses up to
// one spacing away. It leaves out groups without any mass.
func NearGroups(f *mesh.File, m *model.Model, groups []mesh.LabelGroup, spacing float64) ([]model.Group, error) {
	if len(groups) == 0 || m.MassCount() == 0 || !(spacing > 0) {
		return nil, nil
	}
	n := nearGroup{model: m, places: mesh.NewPlaceTree(m.RestPosition), of: make([]int32, m.MassCount()), within: spacing * spacing}
	var out []model.Group
	for i, g := range groups {
		n.group, n.found = int32(i+1), nil
		for _, v := range g.Vertices {
			n.sample(f.Surface.Vertices[v])
		}
		for _, face := range g.Faces {
			c := f.Surface.Face(int(face))
			for k := 2; k < len(c); k++ {
				n.simplex(spacing/2, f.Surface.Vertices[c[0]], f.Surface.Vertices[c[k-1]], f.Surface.Vertices[c[k]])
			}
		}
		for _, tet := range g.Tets {
			v := f.Surface.Vertices
			n.simplex(spacing/2, v[f.Tets[tet][0]], v[f.Tets[tet][1]], v[f.Tets[tet][2]], v[f.Tets[tet][3]])
		}
		if n.samples > mostSamples {
			return nil, fmt.Errorf("mesh: groups of %s: its labeled parts are too large for a spacing of %g m; choose a larger one", f.Name, spacing)
		}
		if n.found != nil {
			slices.Sort(n.found)
			out = append(out, model.Group{Name: g.Name, Masses: n.found})
		}
	}
	return out, nil
}

// nearGroup gathers the masses of one group after the other.
type nearGroup struct {
	model   *model.Model
	places  *mesh.PlaceTree
	of      []int32 // number of the last group that took each mass
	within  float64 // squared greatest distance [m²]
	group   int32
	found   []uint32
	samples int
}

// sample finds the mass nearest to a point.
func (n *nearGroup) sample(x model.Vec3) {
	if n.samples++; n.samples > mostSamples {
		return
	}
	i := n.places.Nearest(x)
	if d := n.model.RestPosition[i].Sub(x); n.of[i] != n.group && d.Dot(d) <= n.within {
		n.of[i] = n.group
		n.found = append(n.found, i)
	}
}

// simplex samples a triangle or a tetrahedron in steps.
func (n *nearGroup) simplex(step float64, corners ...model.Vec3) {
	longest := 0.0
	for i, a := range corners {
		for _, b := range corners[i+1:] {
			longest = max(longest, a.Sub(b).Len())
		}
	}
	steps := math.Ceil(longest / step)
	if !(steps < 1<<13) {
		n.samples = mostSamples + 1 // more than are allowed
		return
	}
	ways := make([]model.Vec3, 0, 3)
	for _, c := range corners[1:] {
		ways = append(ways, c.Sub(corners[0]).Mul(1/max(1, steps)))
	}
	n.spread(int(steps), ways, corners[0])
}

// spread visits x + Σ c_i way_i for whole c_i ≥ 0 of sum up to left.
func (n *nearGroup) spread(left int, ways []model.Vec3, x model.Vec3) {
	if n.samples > mostSamples {
		return
	}
	if len(ways) == 0 {
		n.sample(x)
		return
	}
	for c := range left + 1 {
		n.spread(left-c, ways[1:], x.Add(ways[0].Mul(float64(c))))
	}
}
