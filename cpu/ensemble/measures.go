package ensemble

import (
	"slices"

	"hooke/metrics"
	"hooke/model"
)

// measures are what is measured of all members of a kind.
type measures struct {
	options metrics.Options
	every   int64
	weights []float32  // of each mass that moves [kg]
	body    []uint32   // of each mass that moves, whether its clearance counts
	groups  [][]uint32 // masses of the groups of the options that move
	springs []measured
}

// newMeasures judges the options for the kind of a table, and adds laws to it where springs are measured
// that exert no force.
func newMeasures(t *table, o metrics.Options) (*measures, error) {
	m := t.kind.Model
	plan, err := metrics.New(m, t.kind.Params, o)
	if err != nil {
		return nil, err
	}
	out := &measures{options: o, every: plan.Every()}
	body, all := m.Group(o.Body)
	all = !all
	for i := range t.masses {
		number := t.masses[i].number
		out.weights = append(out.weights, float32(m.Mass[number]))
		counts := uint32(0)
		if _, in := slices.BinarySearch(body.Masses, number); in || all {
			counts = 1
		}
		out.body = append(out.body, counts)
	}
	for _, name := range o.Groups {
		group, _ := m.Group(name)
		out.groups = append(out.groups, slices.DeleteFunc(slices.Clone(group.Masses), func(i uint32) bool { return m.PinOf(int(i)) == model.PinAll }))
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		law := t.lawOf(s)
		of := measured{a: ends[0] * massSize, b: ends[1] * massSize, law: law, change: law / lawSize * changeSize, rest: float32(m.RestLength[s])}
		if m.RestLength[s] > 0 {
			of.perRest = float32(1 / m.RestLength[s])
		}
		of.stiffness = float32(t.ownOf(s).Stiffness)
		if t.laws[law/lawSize].actuator > 0 {
			of.driven = 1
		}
		out.springs = append(out.springs, of)
	}
	return out, nil
}
