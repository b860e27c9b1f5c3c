package physics

import (
	"fmt"

	"hooke/model"
)

// pairsForRefusal bounds the time in which excludesAll looks for a pair that may touch.
const pairsForRefusal = 50_000_000

// excludesAll is an error where there are pairs of masses that collide and the radii exclude
// all of them: masses of one body never touch that are closer at rest than their radii reach
// (model.RestReach).
func excludesAll(m *model.Model, c model.Collision) error {
	of := make(map[uint16][]int)
	for i, r := range m.Radius {
		if r > 0 {
			of[m.BodyOf(i)] = append(of[m.BodyOf(i)], i)
		}
	}
	if !c.Self || c.Others && len(of) > 1 {
		return nil
	}
	factor, pairs := 0.0, 0 // the share of the radii from which on some pair may touch
	for _, masses := range of {
		for k, i := range masses {
			for _, j := range masses[:k] {
				sum, rest := m.Radius[i]+m.Radius[j], m.RestAt(i).Sub(m.RestAt(j)).Len()
				if pairs++; rest > model.RestReach*sum || pairs > pairsForRefusal {
					return nil
				}
				factor = max(factor, rest/(model.RestReach*sum))
			}
		}
	}
	if pairs == 0 {
		return nil
	}
	return fmt.Errorf("radius: no two masses can ever touch: masses of one body that are closer at rest than %g times the sum of their radii, up to %.3g m, never do, and all %d pairs are; "+
		"give a smaller radius, such as %.2g m", model.RestReach, 2*m.LargestRadius(), pairs, factor/2*m.LargestRadius())
}
