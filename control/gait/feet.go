package gait

import (
	"fmt"
	"slices"

	"hooke/model"
)

// mostFeet is the largest number of feet that are told apart: beyond it, all lowest masses are one foot.
const mostFeet = 64

// lowShare is the part of the height of a structure within which masses are its lowest.
const lowShare = 0.01

// Feet returns the lowest masses of a structure at rest, against gravity (z without gravity), in parts that springs join, in
// the order of their lowest-numbered masses. Masses that are pinned on all axes stand on nothing.
func Feet(m *model.Model, gravity model.Vec3) (feet []model.Group) {
	up := model.Vec3{0, 0, 1}
	if size := gravity.Len(); size > 0 {
		up = gravity.Mul(-1 / size)
	}
	var heights []float64
	for i, x := range m.RestPosition {
		if m.PinOf(i) != model.PinAll {
			heights = append(heights, x.Dot(up))
		}
	}
	if len(heights) == 0 {
		return nil
	}
	limit := slices.Min(heights) + lowShare*(slices.Max(heights)-slices.Min(heights))
	lowest := func(i uint32) bool { return m.PinOf(int(i)) != model.PinAll && m.RestPosition[i].Dot(up) <= limit }
	root := make([]uint32, m.MassCount())
	for i := range root {
		root[i] = uint32(i)
	}
	find := func(i uint32) uint32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed && lowest(ends[0]) && lowest(ends[1]) {
			a, b := find(ends[0]), find(ends[1])
			root[max(a, b)] = min(a, b)
		}
	}
	number := map[uint32]int{}
	for i := range uint32(m.MassCount()) {
		if !lowest(i) {
			continue
		}
		k, known := number[find(i)]
		if !known {
			k = len(feet)
			number[find(i)] = k
			feet = append(feet, model.Group{Name: fmt.Sprintf("foot %d", k+1)})
		}
		feet[k].Masses = append(feet[k].Masses, i)
	}
	if len(feet) > mostFeet {
		all := model.Group{Name: "feet"}
		for _, foot := range feet {
			all.Masses = append(all.Masses, foot.Masses...)
		}
		slices.Sort(all.Masses)
		return []model.Group{all}
	}
	return feet
}

// withFeet returns a model with groups of its feet besides its own, and their names. A foot that has the masses of a group that the
// model has goes by that name.
func withFeet(m *model.Model, gravity model.Vec3) (*model.Model, []string) {
	out := *m
	out.Groups = slices.Clone(m.Groups)
	var names []string
	for _, foot := range Feet(m, gravity) {
		same := slices.IndexFunc(m.Groups, func(g model.Group) bool { return slices.Equal(slices.Sorted(slices.Values(g.Masses)), foot.Masses) })
		if same >= 0 && !slices.Contains(names, m.Groups[same].Name) {
			names = append(names, m.Groups[same].Name)
			continue
		}
		for _, taken := m.OwnGroup(foot.Name); taken; _, taken = m.OwnGroup(foot.Name) {
			foot.Name += "'"
		}
		out.Groups = append(out.Groups, foot)
		names = append(names, foot.Name)
	}
	return &out, names
}
