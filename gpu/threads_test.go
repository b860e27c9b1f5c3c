package gpu

import (
	"runtime"
	"slices"
	"testing"

	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/must"
	"hooke/order"
)

// Tables do not depend on how many cores make them, to the last bit: of a regular
// structure, of one that is partly regular, and of one with a hub in which every spring
// is an entry with a rest length of its own.
func TestTablesAreTheSameForAnyNumberOfCores(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	hub, _ := gputest.Random(4, 20_000, 300_000)
	for _, m := range []*model.Model{gputest.Grid(40, 30, 25), gputest.TwoMaterials(gputest.Grid(40, 30, 25), 1), gputest.Shuffled(gputest.TwoMaterials(gputest.Grid(40, 30, 25), 2), 3), hub} {
		var sums [3]uint32
		var lists [3]ranges.Lists
		var orders [3]*order.Order
		for k, cores := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(cores)
			p := must.Get(table.Arrange(table.NewResponse(m, 1e-4), table.Options{Groups: true}))(t)
			p.Build(options.Single)
			must.Do(t, p.Coefficients(table.NewResponse(m, 1e-4), options.Single))
			sums[k], orders[k] = p.Table.Sum(), p.Order
			lists[k] = ranges.Incidences(m, ranges.Ranges{All: int64(m.MassCount())}, ranges.SpringDegrees(m))
			if k > 0 && (sums[k] != sums[0] || !slices.Equal(lists[k].Entries, lists[0].Entries)) {
				t.Errorf("%s: %d cores make another table than one", m.Name, cores)
			}
			if k > 0 && orders[0] != nil && !slices.Equal(orders[k].Original, orders[0].Original) {
				t.Errorf("%s: %d cores make another order than one", m.Name, cores)
			}
		}
	}
}
