package scene

import (
	"cmp"
	"slices"
)

// unit is a unit of length of mesh files.
type unit struct {
	name   string
	meters float64
}

func units() []unit {
	return []unit{{"m", 1}, {"dm", 0.1}, {"cm", 0.01}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}, {"km", 1000},
		{"in", 0.0254}, {"ft", 0.3048}, {"yd", 0.9144}, {"mil", 2.54e-5}}
}

// Units returns the valid values of Options.Units.
func Units() []string {
	var names []string
	for _, u := range units() {
		names = append(names, u.name)
	}
	return names
}

// Meters returns the factor from a file's coordinates to meters.
func (o Options) Meters() float64 {
	factor := cmp.Or(o.Scale, 1)
	if at := slices.IndexFunc(units(), func(u unit) bool { return u.name == o.Units }); at >= 0 {
		factor *= units()[at].meters
	}
	return factor
}
