package fill

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
)

// LinesSpec says how to make springs of the lines of a surface.
type LinesSpec struct {
	LinearDensity float64 // mass per length; each end of a line gets half of its mass [kg/m]
	Stiffness     float64 // k of every spring [N/m]
	DampingRatio  float64 // ζ of every spring between two masses of mean size; zero means none
}

// Lines makes a spring of every line (`l` in an OBJ file) of a surface, at rest, and a
// mass of every vertex they use. It ignores polygons. The report counts vertices without
// lines, repeated lines, and masses that were raised because their lines are very short.
func Lines(s *mesh.Surface, spec LinesSpec) (*model.Model, SurfaceReport, error) {
	c := build.Checks{Who: "lines of a surface"}
	c.Positive("linear density", spec.LinearDensity, "kg/m")
	c.Positive("stiffness", spec.Stiffness, "N/m")
	c.NotNegative("damping ratio", spec.DampingRatio, "")
	if err := c.Join(); err != nil {
		return nil, SurfaceReport{}, err
	}
	if len(s.Lines) == 0 {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: lines of %s: it has no lines (`l` statements); make a cloth of its polygons", s.Name)
	}

	springs := make(springList, 0, len(s.Lines))
	used := make([]bool, len(s.Vertices))
	for _, l := range s.Lines {
		springs.add(l[0], l[1], 1)
		used[l[0]], used[l[1]] = true, true
	}
	report := SurfaceReport{Duplicates: springs.unique(len(s.Vertices))}

	massOf := make([]float64, len(s.Vertices))
	total := 0.0
	for _, l := range springs {
		mass := spec.LinearDensity * s.Vertices[l.low].Sub(s.Vertices[l.high]).Len()
		massOf[l.low] += mass / 2
		massOf[l.high] += mass / 2
		total += mass
	}
	if !(total > 0) || math.IsInf(total, 0) {
		return nil, SurfaceReport{}, fmt.Errorf("mesh: lines of %s: their total mass is %g kg; check the file's coordinates",
			s.Name, total)
	}
	count := 0
	for _, u := range used {
		if u {
			count++
		}
	}
	report.Isolated = len(used) - count
	mean := total / float64(count)
	report.Raised = raise(massOf, used, mean)

	m := vertexModel(s, used, massOf, springs)
	m.Name = s.Name
	m.Materials = materials.Palette(model.Material{
		Name:      "line",
		Stiffness: spec.Stiffness,
		Damping:   materials.RatioDamping(spec.DampingRatio, spec.Stiffness, mean, mean),
	})
	return m, report, nil
}
