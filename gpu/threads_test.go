package gpu

import (
	"runtime"
	"slices"
	"testing"

	"hooke/model"
)

// Tables do not depend on how many cores make them, to the last bit: of a regular
// structure, of one that is partly regular, and of one with a hub in which every spring
// is an entry with a rest length of its own.
func TestTablesAreTheSameForAnyNumberOfCores(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	hub, _ := randomModel(4, 20_000, 300_000)
	for _, m := range []*model.Model{grid(40, 30, 25), twoMaterials(grid(40, 30, 25), 1), shuffled(twoMaterials(grid(40, 30, 25), 2), 3), hub} {
		var sums [3]uint32
		var lists [3]lists
		var orders [3]*order
		for k, cores := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(cores)
			p, err := arrange(newResponse(m, 1e-4), Options{})
			must(t, err)
			p.build(Single)
			must(t, p.coefficients(newResponse(m, 1e-4), Single))
			sums[k], orders[k] = p.table.sum(), p.order
			lists[k] = incidences(m, ranges{all: int64(m.MassCount())}, springDegrees(m))
			if k > 0 && (sums[k] != sums[0] || !slices.Equal(lists[k].entries, lists[0].entries)) {
				t.Errorf("%s: %d cores make another table than one", m.Name, cores)
			}
			if k > 0 && orders[0] != nil && !slices.Equal(orders[k].original, orders[0].original) {
				t.Errorf("%s: %d cores make another order than one", m.Name, cores)
			}
		}
	}
}
