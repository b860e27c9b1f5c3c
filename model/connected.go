package model

// Connected returns the bodies of the model: masses that springs join, removed springs left out.
// of[i] is the body of mass i, and bodies[k] are the masses of body k in ascending order. Bodies
// are in the order of their first masses; a mass without springs is a body alone. It reads arrays
// of springs: a model of a pattern has none.
func (m *Model) Connected() (of []int, bodies [][]int) {
	parent := make([]int, m.MassCount())
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == Removed {
			continue
		}
		// The lowest mass is the root, so that it is numbered before the others.
		a, b := root(int(ends[0])), root(int(ends[1]))
		parent[max(a, b)] = min(a, b)
	}
	of = make([]int, len(parent))
	for i := range parent {
		if at := root(i); at == i {
			of[i], bodies = len(bodies), append(bodies, nil)
		} else {
			of[i] = of[at]
		}
		bodies[of[i]] = append(bodies[of[i]], i)
	}
	return of, bodies
}
