package mesh

import (
	"fmt"
	"math"

	"hooke/model"
)

// SurfaceClothSpec says how to make a cloth (a shell of springs) of a surface.
type SurfaceClothSpec struct {
	ArealDensity float64        // [kg/m²]; give this or TotalMass
	TotalMass    float64        // [kg]; give this or ArealDensity
	Stiffness    ClothStiffness // [N/m]
	DampingRatio float64        // ζ of every spring between two masses of mean size; zero means none
}

// SurfaceReport says what making a model of a surface changed or left out.
type SurfaceReport struct {
	Isolated   int // vertices that no spring needs, left out
	Duplicates int // lines that the file gives more than once, made one spring
	Raised     int // masses below a twentieth of the mean, raised to it
}

// lightest is the smallest mass of a cloth, as a part of the mean: a sliver's
// vertex with hardly any area would otherwise dictate the step of the whole.
const lightest = 1. / 20

// SurfaceCloth makes a cloth of the polygons (and lines, if any) of a surface:
//
//   - a structural spring for every edge, and for every line;
//   - shear springs in polygons of four corners or more, from each corner to the
//     one after next: both diagonals of a quad;
//   - bend springs across every edge with more than one polygon: each end's next
//     vertices in the two polygons are joined. For two triangles these are the
//     two corners opposite the edge; for two quads the springs run along the grid.
//
// A pair that is joined twice keeps one spring, structural before shear before
// bend. A polygon's mass is shared equally by its corners. Vertices without
// springs are left out and counted in the report. Wind blows on the triangles of
// the polygons (see Surface.Triangles).
func SurfaceCloth(s *Surface, spec SurfaceClothSpec) (*model.Model, SurfaceReport, error) {
	if err := spec.check(); err != nil {
		return nil, SurfaceReport{}, err
	}
	if s.FaceCount() == 0 {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: cloth of %s: it has no polygons; use its lines, or another file", s.Name)
	}

	springs := make(springList, 0, 3*s.TriangleCount()+len(s.Lines))
	for _, l := range s.Lines {
		springs.add(l[0], l[1], ClothStructural)
	}
	newEdgeTable(s).each(func(a, b uint32, sides []halfEdge) {
		springs.add(a, b, ClothStructural)
		for i := 1; i < len(sides); i++ {
			springs.add(sides[0].atLow, sides[i].atLow, ClothBend)
			if sides[0].atLow != sides[0].atHigh || sides[i].atLow != sides[i].atHigh {
				springs.add(sides[0].atHigh, sides[i].atHigh, ClothBend)
			}
		}
	})
	for i := range s.FaceCount() {
		if f := s.Face(i); len(f) > 3 {
			for c, a := range f {
				springs.add(a, f[(c+2)%len(f)], ClothShear)
			}
		}
	}
	springs.unique(len(s.Vertices))
	if len(springs) > model.MaxCount {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: cloth of %s: %d springs; a model holds at most %d",
			s.Name, len(springs), model.MaxCount)
	}

	used := s.used()
	var report SurfaceReport
	massOf, mean, err := spec.masses(s, used, &report)
	if err != nil {
		return nil, SurfaceReport{}, err
	}
	m := vertexModel(s, used, massOf, springs)
	m.Name = s.Name
	m.Materials = spec.Stiffness.palette(spec.DampingRatio, mean)
	m.Triangles = s.trianglesOf(used)
	return m, report, nil
}

// trianglesOf are the triangles of the surface in the numbers of a model that
// has the used vertices alone.
func (s *Surface) trianglesOf(used []bool) [][3]uint32 {
	number := make([]uint32, len(used))
	next := uint32(0)
	for v, u := range used {
		if number[v] = next; u {
			next++
		}
	}
	triangles := s.Triangles()
	for t := range triangles {
		for c, v := range triangles[t] {
			triangles[t][c] = number[v]
		}
	}
	return triangles
}

func (spec SurfaceClothSpec) check() error {
	c := checks{who: "cloth of a surface"}
	switch {
	case spec.ArealDensity != 0 && spec.TotalMass != 0:
		c.fault("areal density and total mass are both given; give one")
	case spec.TotalMass == 0:
		c.positive("areal density", spec.ArealDensity, "kg/m²")
	default:
		c.positive("total mass", spec.TotalMass, "kg")
	}
	spec.Stiffness.check(&c)
	c.notNegative("damping ratio", spec.DampingRatio, "")
	return c.join()
}

// masses shares the area's mass among the vertices [kg], and returns the mean.
func (spec SurfaceClothSpec) masses(s *Surface, used []bool, report *SurfaceReport) ([]float64, float64, error) {
	massOf := make([]float64, len(s.Vertices)) // first the area of each vertex [m²]
	area := 0.0
	for i := range s.FaceCount() {
		f, a := s.Face(i), s.faceArea(i)
		area += a
		for _, v := range f {
			massOf[v] += a / float64(len(f))
		}
	}
	if !(area > 0) || math.IsInf(area, 0) {
		return nil, 0, fmt.Errorf("mesh: cloth of %s: its polygons have an area of %g m²; check the file's coordinates",
			s.Name, area)
	}
	density := spec.ArealDensity
	if spec.TotalMass > 0 {
		density = spec.TotalMass / area
	}
	count := 0
	for _, u := range used {
		if u {
			count++
		}
	}
	report.Isolated = len(used) - count
	mean := density * area / float64(count)
	for v := range massOf {
		massOf[v] *= density
		if used[v] && massOf[v] < lightest*mean {
			massOf[v] = lightest * mean
			report.Raised++
		}
	}
	return massOf, mean, nil
}
