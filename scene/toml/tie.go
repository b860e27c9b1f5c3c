package toml

import (
	"slices"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene/toml/parse"
)

// root stands for all meshes that move together with one.
func (l *lifting) root(i int) int {
	for l.with[i] != i {
		i = l.with[i]
	}
	return i
}

// together returns the meshes of a root, and their masses.
func (l *lifting) together(root int) (members []int, bodies [][]model.Vec3) {
	for i := range l.tables {
		if l.root(i) == root {
			members, bodies = append(members, i), append(bodies, l.body(i))
		}
	}
	return members, bodies
}

// tie has meshes move together that joins, springs or pins hold together where the meshes are now,
// and says whether that is news.
func (l *lifting) tie() (news bool) {
	if len(l.tables) < 2 {
		return false
	}
	owner := func(mass uint32) int {
		at, found := slices.BinarySearch(l.first, int(mass))
		if !found {
			at--
		}
		return l.root(at)
	}
	tie := func(a, b uint32) {
		if one, other := owner(a), owner(b); one != other {
			l.with[max(one, other)], news = min(one, other), true
		}
	}
	probe, m := l.probe()
	probe.Each("join", func(t *parse.Table) {
		near, _ := join.Near(m, t.Text("a"), t.Text("b"), t.Number("distance", 0)) // faults are reported when they are joined
		for _, pair := range near {
			tie(pair[0], pair[1])
		}
	})
	ends := probe.endFinder(m)
	probe.Each("spring", func(t *parse.Table) {
		a, okA := ends.end(t, "a")
		if b, okB := ends.end(t, "b"); okA && okB {
			tie(a, b)
		}
	})
	probe.Each("pin", func(t *parse.Table) {
		masses := probe.massesOf(t, m)
		for _, mass := range masses {
			tie(masses[0], mass)
		}
	})
	return news
}

// probe returns the model with the groups of the file where the meshes are now, and a file
// whose faults are not reported: they are found again, and reported, at the final position.
func (l *lifting) probe() (*sceneFile, *model.Model) {
	if !slices.ContainsFunc(l.file.Tables, func(t *parse.Table) bool { return t.Name == "join" || t.Name == "pin" || t.Name == "spring" }) {
		return &sceneFile{File: &parse.File{}}, l.scene.Model
	}
	file := &sceneFile{File: l.file.File.Probe()}
	m := *l.scene.Model
	m.Groups, m.RestPosition = slices.Clone(m.Groups), slices.Clone(m.RestPosition)
	for i, move := range l.moves {
		for k := l.first[i]; k < l.first[i+1]; k++ {
			m.RestPosition[k] = m.RestPosition[k].Add(move)
		}
	}
	file.addGroups(&m)
	return file, &m
}
