package fill

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/model"
)

// ClothSpec says how to make a cloth (a shell of springs) of a surface.
type ClothSpec struct {
	ArealDensity float64              // [kg/m²]; give this or TotalMass
	TotalMass    float64              // [kg]; give this or ArealDensity
	Stiffness    build.ClothStiffness // [N/m]
	DampingRatio float64              // ζ of every spring between two masses of mean size; zero means none
}

// SurfaceReport counts the parts that a model of a surface changed or left out.
type SurfaceReport struct {
	Isolated   int // vertices that no spring needs, left out
	Duplicates int // repeated lines of the file, which make one spring
	Raised     int // masses below a twentieth of the mean, which were raised to it
}

// Cloth makes a cloth of the polygons (and lines, if any) of a surface:
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
func Cloth(s *mesh.Surface, spec ClothSpec) (*model.Model, SurfaceReport, error) {
	if err := spec.check(); err != nil {
		return nil, SurfaceReport{}, err
	}
	if s.FaceCount() == 0 {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: cloth of %s: it has no polygons; use its lines, or another file", s.Name)
	}

	springs := make(springList, 0, 3*s.TriangleCount()+len(s.Lines))
	for _, l := range s.Lines {
		springs.add(l[0], l[1], build.ClothStructural)
	}
	mesh.NewEdgeTable(s).Each(func(a, b uint32, sides []mesh.HalfEdge) {
		springs.add(a, b, build.ClothStructural)
		for i := 1; i < len(sides); i++ {
			springs.add(sides[0].AtLow, sides[i].AtLow, build.ClothBend)
			if sides[0].AtLow != sides[0].AtHigh || sides[i].AtLow != sides[i].AtHigh {
				springs.add(sides[0].AtHigh, sides[i].AtHigh, build.ClothBend)
			}
		}
	})
	for i := range s.FaceCount() {
		if f := s.Face(i); len(f) > 3 {
			for c, a := range f {
				springs.add(a, f[(c+2)%len(f)], build.ClothShear)
			}
		}
	}
	springs.unique(len(s.Vertices))
	if len(springs) > model.MaxCount {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: cloth of %s: %d springs; a model holds at most %d",
			s.Name, len(springs), model.MaxCount)
	}

	used := s.Used()
	var report SurfaceReport
	massOf, mean, err := spec.masses(s, used, &report)
	if err != nil {
		return nil, SurfaceReport{}, err
	}
	m := vertexModel(s, used, massOf, springs)
	m.Name = s.Name
	m.Materials = spec.Stiffness.Palette(spec.DampingRatio, mean)
	m.Triangles = trianglesOf(s, used)
	return m, report, nil
}

// trianglesOf returns the triangles of the surface in the numbering of a model that has only
// the used vertices.
func trianglesOf(s *mesh.Surface, used []bool) [][3]uint32 {
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

func (spec ClothSpec) check() error {
	c := build.Checks{Who: "cloth of a surface"}
	switch {
	case spec.ArealDensity != 0 && spec.TotalMass != 0:
		c.Fault("areal density and total mass are both given; give one")
	case spec.TotalMass == 0:
		c.Positive("areal density", spec.ArealDensity, "kg/m²")
	default:
		c.Positive("total mass", spec.TotalMass, "kg")
	}
	spec.Stiffness.Check(&c)
	c.NotNegative("damping ratio", spec.DampingRatio, "")
	return c.Join()
}

// masses shares the mass of the area among the vertices [kg], and returns the masses and
// their mean.
func (spec ClothSpec) masses(s *mesh.Surface, used []bool, report *SurfaceReport) ([]float64, float64, error) {
	massOf := make([]float64, len(s.Vertices)) // holds the area of each vertex first [m²]
	area := 0.0
	for i := range s.FaceCount() {
		f, a := s.Face(i), s.FaceArea(i)
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
	}
	report.Raised = raise(massOf, used, mean)
	return massOf, mean, nil
}
