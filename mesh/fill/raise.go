package fill

// lightest is the smallest mass of a structure, as a part of the mean. Without it, a
// sliver's mass would force a tiny step.
const lightest = 1. / 20

// raise raises masses below the lightest for that mean [kg], makes all lighter by one factor
// so that their sum stays, and returns how many it raised. Only masses in use count; nil
// means that all are.
func raise(mass []float64, used []bool, mean float64) (raised int) {
	before, after := 0.0, 0.0
	for i, kg := range mass {
		before += kg
		if (used == nil || used[i]) && kg < lightest*mean {
			mass[i] = lightest * mean
			raised++
		}
		after += mass[i]
	}
	if raised > 0 {
		for i := range mass {
			mass[i] *= before / after
		}
	}
	return raised
}
