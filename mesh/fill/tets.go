package fill

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
)

// TetsSpec says how to make springs of tetrahedra.
type TetsSpec struct {
	Density      float64 // [kg/m³]; a quarter of each tetrahedron's mass goes to each corner
	Modulus      float64 // Young's modulus E [Pa]
	DampingRatio float64 // ζ of every spring between two masses of mean size; zero means none
}

// TetsReport describes the result of Tets.
type TetsReport struct {
	Volume   float64 // volume of all tetrahedra [m³]
	Isolated int     // vertices outside all tetrahedra, which were left out
	Raised   int     // masses that were raised to a twentieth of the mean
	Exterior int     // triangles of the outside, which are the model's skin
}

// Tets makes a spring of every edge of the file's tetrahedra, at rest, and a mass
// of every vertex they use. The stiffness of an edge of length L is
//
//	k = E Σ V/L²
//
// over the tetrahedra around it, V their volumes (Van Gelder, "Approximate
// simulation of elastic membranes by triangulated spring meshes", 1998).
// It is chosen for the energy: a strain ε stores ½ E V Σ (n·εn)² in a
// tetrahedron, over its six edges of directions n. A uniform stretch e gives
// 3 E V e², for a tetrahedron of any shape exactly the energy of an isotropic solid with
// modulus E and Poisson ratio 1/4, and so does the mean over all
// orientations of any strain of a regular one. A single direction may be off, by
// up to a third. Springs that pull along their length can only make a solid with
// Poisson ratio 1/4 (Cauchy); volume is not preserved beyond that.
//
// The outside of the tetrahedra is the model's skin.
//
// All springs are of one material, and each has its own k (Model.Own), rounded to 20 bits:
// a relative error below 1e-6, so that numbers stay those of the time when each k was a
// material.
func Tets(f *mesh.File, spec TetsSpec) (*model.Model, TetsReport, error) {
	c := build.Checks{Who: "tetrahedra"}
	c.Positive("density", spec.Density, "kg/m³")
	c.Positive("Young's modulus", spec.Modulus, "Pa")
	c.NotNegative("damping ratio", spec.DampingRatio, "")
	if err := c.Join(); err != nil {
		return nil, TetsReport{}, err
	}
	if len(f.Tets) == 0 {
		return nil, TetsReport{}, fmt.Errorf("mesh: %s has no tetrahedra; fill its surface, or make a cloth of it", f.Name)
	}
	var report TetsReport
	vertices := f.Surface.Vertices

	massOf := make([]float64, len(vertices))
	for _, t := range f.Tets {
		volume := math.Abs(mesh.TetVolume(vertices, t))
		report.Volume += volume
		for _, v := range t {
			massOf[v] += spec.Density * volume / 4
		}
	}
	if !(report.Volume > 0) || math.IsInf(report.Volume*spec.Density, 0) {
		return nil, TetsReport{}, fmt.Errorf("mesh: tetrahedra of %s: their volume is %g m³; check the file's unit", f.Name, report.Volume)
	}

	around := mesh.NewTetsAround(f.Tets, len(vertices))
	m := &model.Model{Name: f.Name}
	number := report.addMasses(m, vertices, massOf, around)
	mean := report.Volume * spec.Density / float64(len(m.Mass))
	report.Raised = raise(m.Mass, nil, mean)

	stiffness := tetEdges(f.Tets, vertices, around, number, m)
	for s := range stiffness {
		stiffness[s] = roundTo(stiffness[s]*spec.Modulus, 20)
	}
	materials.Own(m, "tetrahedra", stiffness, func(k float64) float64 { return materials.RatioDamping(spec.DampingRatio, k, mean, mean) })
	var outside [][3]uint32 // of masses
	for _, t := range f.Surface.Triangles() {
		outside = append(outside, [3]uint32{number[t[0]], number[t[1]], number[t[2]]})
	}
	report.Exterior = len(outside)
	m.Skin = mesh.MassSkin(outside, m.MassCount())
	return m, report, nil
}

// addMasses makes masses of the used vertices, in their order, and returns their numbers.
func (r *TetsReport) addMasses(m *model.Model, vertices []model.Vec3, massOf []float64, around mesh.TetsAround) (number []uint32) {
	number = make([]uint32, len(vertices))
	for v, p := range vertices {
		if len(around.At(v)) == 0 {
			r.Isolated++
			continue
		}
		number[v] = uint32(len(m.RestPosition))
		m.RestPosition = append(m.RestPosition, p)
		m.Mass = append(m.Mass, massOf[v])
	}
	return number
}

// tetEdges appends a spring for every edge, by its lower end, and returns Σ V/L²
// of each [m].
func tetEdges(tets [][4]uint32, vertices []model.Vec3, around mesh.TetsAround, number []uint32, m *model.Model) []float64 {
	type part struct {
		high   uint32
		volume float64
	}
	var parts []part
	var stiffness []float64
	for v := range vertices {
		parts = parts[:0]
		for _, i := range around.At(v) {
			volume := math.Abs(mesh.TetVolume(vertices, tets[i]))
			for _, high := range tets[i] {
				if high > uint32(v) {
					parts = append(parts, part{high, volume})
				}
			}
		}
		// A stable sort adds volumes in the order of the file.
		slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(p.high, q.high) })
		for len(parts) > 0 {
			high, volume := parts[0].high, 0.0
			for len(parts) > 0 && parts[0].high == high {
				volume += parts[0].volume
				parts = parts[1:]
			}
			length := vertices[high].Sub(vertices[v]).Len()
			m.Ends = append(m.Ends, model.Ends{number[v], number[high]})
			m.RestLength = append(m.RestLength, length)
			stiffness = append(stiffness, volume/(length*length))
		}
	}
	return stiffness
}

// roundTo keeps the given number of bits of a positive value's fraction.
func roundTo(value float64, bits int) float64 {
	fraction, exponent := math.Frexp(value)
	return math.Ldexp(math.Round(math.Ldexp(fraction, bits)), exponent-bits)
}
