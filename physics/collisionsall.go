package physics

import (
	"fmt"

	"hooke/model"
)

// pairsForRefusal bounds the time in which excludesAll looks for a pair that may touch.
const pairsForRefusal = 50_000_000

// excludesAll returns an error if there are pairs of masses that collide and the radii exclude
// all of them: masses of one body never touch that are closer at rest than their radii reach
// (model.RestReach). own are the radii that masses have by themselves [m], 0 of others, or nil: of these the error
// names the larger one of the pair that is nearest to touching.
func excludesAll(m *model.Model, c model.Collision, own []float64) error {
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
	var nearest [2]int
	for _, masses := range of {
		for k, i := range masses {
			for _, j := range masses[:k] {
				sum, rest := m.Radius[i]+m.Radius[j], m.RestAt(i).Sub(m.RestAt(j)).Len()
				if pairs++; rest > model.RestReach*sum || pairs > pairsForRefusal {
					return nil
				}
				if share := rest / (model.RestReach * sum); share > factor || pairs == 1 {
					factor, nearest = share, [2]int{j, i}
				}
			}
		}
	}
	if pairs == 0 {
		return nil
	}
	are := "the only pair is"
	if pairs > 1 {
		are = fmt.Sprintf("all %d pairs are", pairs)
	}
	i, j := nearest[0], nearest[1]
	apart, reach := m.RestAt(i).Sub(m.RestAt(j)).Len(), 2*m.LargestRadius()
	larger := i
	if m.Radius[j] > m.Radius[i] || own != nil && m.Radius[j] == m.Radius[i] && own[i] == 0 {
		larger = j
	}
	advice := fmt.Sprintf("give a smaller radius, such as %.2g m", factor/4*reach)
	if own != nil && own[i]+own[j] > 0 {
		reach = m.Radius[i] + m.Radius[j]
		advice = fmt.Sprintf("give radii that add up to less than the %.3g m between masses %d and %d, such as %.2g times these", apart, i, j, factor/2)
	}
	if factor == 0 {
		advice = "move them apart"
	}
	return &RadiusError{larger, fmt.Sprintf("radius: no two masses can ever touch: masses of one body that are closer at rest than %g times the sum of their radii, up to %.3g m, never do, and %s; %s",
		model.RestReach, reach, are, advice)}
}
