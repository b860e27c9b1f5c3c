package cpuref

import (
	"math"

	"hooke/model"
	"hooke/model/inelastic"
)

// elastic returns the elastic force of spring i without damage at a stretch [N]: k s, or that of its
// table at the strain s/L0, where L0 is its rest length at the start.
func elastic(m *model.Model, k float64, i int, stretch float64) float64 {
	if table := &m.Materials[m.MaterialOf[i]].Inelastic.Table; table.There() {
		force, _ := TableForce(table, stretch/m.RestLength[i])
		return force
	}
	return k * stretch
}

// stored returns the energy of spring i without damage at a stretch [J]: ½ k s², or the integral of
// its table; 0 of a slack cable.
func stored(m *model.Model, k float64, i int, stretch float64) float64 {
	material := &m.Materials[m.MaterialOf[i]]
	if material.TensionOnly && stretch < 0 {
		return 0
	}
	if material.Inelastic.Table.There() {
		_, energy := TableForce(&material.Inelastic.Table, stretch/m.RestLength[i])
		return energy * m.RestLength[i]
	}
	return 0.5 * k * stretch * stretch
}

// TableForce returns the force F of a table at a strain ε [N] and its integral from 0 [J/m]. Since F
// is 0 at 0, and its slope F' has one value in each part of the table,
//
//	F = Σ F' (b − a),   ∫F = Σ F' ((ε − a)² − (ε − b)²)/2
//
// over the parts from a to b of the way from 0 to ε. A table without a negative strain is odd.
func TableForce(table *inelastic.Table, strain float64) (force, integral float64) {
	points, sign := table.Points[:table.Count], 1.0
	if points[0].Strain >= 0 {
		if strain < 0 {
			strain, sign = -strain, -1
		}
		if points[0].Strain > 0 { // on the line through the point and its mirror image
			points = append([]inelastic.Point{{}}, points...)
		}
	}
	along := math.Copysign(1, strain)
	for i := 1; i < len(points); i++ {
		from, to := points[i-1].Strain, points[i].Strain
		slope := (points[i].Force - points[i-1].Force) / (to - from)
		if i == 1 {
			from = math.Inf(-1)
		}
		if i == len(points)-1 {
			to = math.Inf(1)
		}
		a, b := max(from, min(0, strain)), min(to, max(0, strain))
		if a < b {
			force += along * slope * (b - a)
			integral += along * slope * ((strain-a)*(strain-a) - (strain-b)*(strain-b)) / 2
		}
	}
	return sign * force, integral
}
