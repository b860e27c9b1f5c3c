package together_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/engine"
	"hooke/must"
	"hooke/sweep"
	"hooke/sweep/single"
	"hooke/sweep/together"
)

// Paths begin where runs do, have a place every 1/60 s, and end where the table says; what is measured changes in no bit.
func TestPathsOfRuns(t *testing.T) {
	for _, name := range []string{sweep.Ensemble, engine.CPU} {
		p := planOf(t, sweep.Spec{Engine: name, Time: 0.2}, "actuator[*].frequency={1, 2, 3}", "contact.static_friction={0.8, 1}")
		all := func(paths bool) (texts map[string]string, of map[string]sweep.Path, end map[string][4]float64) {
			p.Paths = paths
			var r sweep.Runner
			var err error
			if name == sweep.Ensemble {
				r, err = together.New(p, maker(), 2, engine.Options{})
			} else {
				r, err = single.New(p, 2, engine.Options{})
			}
			must.Do(t, err)
			at := func(name string) int { return slices.Index(p.Columns(), name) }
			texts, of, end = map[string]string{}, map[string]sweep.Path{}, map[string][4]float64{}
			err = r.Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
				for _, o := range some {
					of[o.ID] = o.Path
					end[o.ID] = [4]float64{o.Values[at("time")], o.Values[at("com_x")], o.Values[at("com_y")], o.Values[at("com_z")]}
					o.Path = nil
					texts[o.ID] = text(o)
				}
				return nil
			})
			must.Do(t, err)
			return texts, of, end
		}
		without, none, _ := all(false)
		with, paths, end := all(true)
		if fmt.Sprint(with) != fmt.Sprint(without) {
			t.Errorf("%s: metrics change with paths:\n%v\n%v", name, with, without)
		}
		for id, path := range paths {
			n := len(path) / 4
			if none[id] != nil || n < 11 || n > 14 || path[0] != 0 || math.Abs(path[3]-0.1025) > 1e-6 || [4]float64(path[len(path)-4:]) != end[id] {
				t.Errorf("%s: %d places from %v to %v, and the table ends at %v", name, n, path[:4], path[len(path)-4:], end[id])
			}
			for k := 1; k < n-1; k++ {
				if apart := path[4*k] - path[4*k-4]; math.Abs(apart-1./60) > 0.0026 {
					t.Errorf("%s: places %d and %d are %g s apart", name, k-1, k, apart)
				}
			}
		}
	}
}
