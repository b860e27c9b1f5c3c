package materials

import "hooke/model"

// Own gives every spring of m its own stiffness [N/m] and the damping [N·s/m] that
// damping returns for it. m gets one material of that name, which adds nothing to them.
func Own(m *model.Model, name string, stiffness []float64, damping func(k float64) float64) {
	m.Materials = Palette(model.Material{Name: name})
	m.MaterialOf, m.Own = make([]uint16, len(stiffness)), make([]model.Coefficients, len(stiffness))
	for s, k := range stiffness {
		m.MaterialOf[s], m.Own[s] = 1, model.Coefficients{Stiffness: k, Damping: damping(k)}
	}
}
