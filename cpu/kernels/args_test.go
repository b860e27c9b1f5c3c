package kernels

import (
	"reflect"
	"testing"
	"unsafe"

	"hooke/cpu/table"
	"hooke/must"
)

// Assembly reads fields by their places; generate/args.go has the same list.
func TestCallsAreLaidOutAsAssemblyReadsThem(t *testing.T) {
	var f ForcesCall[float32]
	var g IntegrateCall[float32]
	var r table.Record[float32]
	var s table.Slot
	var n Numbers[float32]
	var c contact[float32]
	var near NearCall[float32]
	var bound box[float32]
	var p table.Pair
	var run RunState[float32]
	var along table.Span
	var press PressCall[float32]
	var dissipation DissipationCall[float32]
	var slide SlideCall[float32]
	var pull PullCall[float32]
	var friction PairFrictionCall[float32]
	var frictionNumbers PairFrictionNumbers[float32]
	var column PairColumn
	var law PairLaw[float32]
	var moved MovedCall[float32]
	var pairs PairSlice
	var load LoadCall[float32]
	var wind WindCall[float32]
	var air WindNumbers[float32]
	var group WindGroup
	var gather GatherCall[float32]
	var number Load[float32]
	var dampers DamperCall[float32]
	var drag DragCall[float32]
	var links LinkCall[float32]
	for name, places := range map[string][2]uintptr{
		"forces.x": {unsafe.Offsetof(f.x), 0}, "forces.stride": {unsafe.Offsetof(f.stride), 8},
		"forces.slots": {unsafe.Offsetof(f.slots), 16}, "forces.columns": {unsafe.Offsetof(f.columns), 24},
		"forces.records": {unsafe.Offsetof(f.records), 32}, "forces.lanes": {unsafe.Offsetof(f.lanes), 40},
		"forces.ends": {unsafe.Offsetof(f.ends), 48}, "forces.out": {unsafe.Offsetof(f.out), 56},
		"forces.bytes": {unsafe.Offsetof(f.bytes), 64}, "forces.v": {unsafe.Offsetof(f.v), 72},
		"forces.nextX": {unsafe.Offsetof(f.nextX), 80}, "forces.perMass": {unsafe.Offsetof(f.perMass), 88},
		"forces.reach": {unsafe.Offsetof(f.reach), 96}, "forces.runs": {unsafe.Offsetof(f.runs), 120},
		"forces.pairs": {unsafe.Offsetof(f.pairs), 128}, "forces.carries": {unsafe.Offsetof(f.carries), 136},
		"run.ring": {unsafe.Offsetof(run.Ring), 0}, "run.at": {unsafe.Offsetof(run.at), 8}, "run.bytes": {unsafe.Offsetof(run.bytes), 16},
		"run.stride": {unsafe.Offsetof(run.stride), 24}, "run.count": {unsafe.Offsetof(run.Count), 32}, "run": {unsafe.Sizeof(run), 40},
		"forces.spans": {unsafe.Offsetof(f.spans), 144}, "forces.perSpan": {unsafe.Offsetof(f.perSpan), 152},
		"span": {unsafe.Sizeof(along), 12}, "span.back": {unsafe.Offsetof(along.Back), 4}, "span.takes": {unsafe.Offsetof(along.Takes), 8}, "span.carries": {unsafe.Offsetof(along.Carries), 10},
		"pair": {unsafe.Sizeof(p), 4}, "pair.class": {unsafe.Offsetof(p.Class), 0}, "pair.lanes": {unsafe.Offsetof(p.Lanes), 2},
		"integrate.x": {unsafe.Offsetof(g.x), 0}, "integrate.nextX": {unsafe.Offsetof(g.nextX), 8},
		"integrate.stride": {unsafe.Offsetof(g.stride), 16}, "integrate.v": {unsafe.Offsetof(g.v), 24},
		"integrate.nextV": {unsafe.Offsetof(g.nextV), 32}, "integrate.perMass": {unsafe.Offsetof(g.perMass), 40},
		"integrate.movable": {unsafe.Offsetof(g.movable), 48}, "integrate.force": {unsafe.Offsetof(g.force), 56},
		"integrate.numbers": {unsafe.Offsetof(g.numbers), 64}, "integrate.contacts": {unsafe.Offsetof(g.contacts), 72},
		"integrate.contactCount": {unsafe.Offsetof(g.contactCount), 80}, "integrate.count": {unsafe.Offsetof(g.count), 88},
		"integrate.bad": {unsafe.Offsetof(g.Bad), 96}, "integrate.a": {unsafe.Offsetof(g.a), 104}, "integrate.phases": {unsafe.Offsetof(g.Phases), 112},
		"numbers.half": {unsafe.Offsetof(n.Half), 20}, "numbers.rate": {unsafe.Offsetof(n.Rate), 24}, "numbers.fall": {unsafe.Offsetof(n.Fall), 28},
		"record": {unsafe.Sizeof(r), 32}, "record.pull": {unsafe.Offsetof(r.Pull), 4},
		"record.damping": {unsafe.Offsetof(r.Damping), 8}, "record.least": {unsafe.Offsetof(r.Least), 12},
		"record.floor": {unsafe.Offsetof(r.Floor), 16}, "record.halfPull": {unsafe.Offsetof(r.HalfPull), 20}, "record.quarter": {unsafe.Offsetof(r.Quarter), 24},
		"slot": {unsafe.Sizeof(s), 8}, "slot.class": {unsafe.Offsetof(s.Class), 4}, "slot.lanes": {unsafe.Offsetof(s.Lanes), 6},
		"numbers.drag": {unsafe.Offsetof(n.Drag), 4}, "numbers.gravity": {unsafe.Offsetof(n.Gravity), 8},
		"contact": {unsafe.Sizeof(c), 32}, "contact.offset": {unsafe.Offsetof(c.offset), 12},
		"contact.stiffness": {unsafe.Offsetof(c.Stiffness), 16}, "contact.damping": {unsafe.Offsetof(c.damping), 20},
		"contact.static": {unsafe.Offsetof(c.Static), 24}, "contact.kinetic": {unsafe.Offsetof(c.Kinetic), 28},
		"sliceEnd": {unsafe.Sizeof(table.SliceEnd{}), 8}, "movable": {unsafe.Sizeof(Movable{}), 8}, "forces.move": {unsafe.Offsetof(f.Move), 104},
		"forces.packed": {unsafe.Offsetof(f.packed), 112}, "integrate.packed": {unsafe.Offsetof(g.packed), 120},
		"integrate.packedStep": {unsafe.Offsetof(g.packedStep), 128}, "integrate.stage": {unsafe.Offsetof(g.Stage), 136},
		"numbers.reach": {unsafe.Offsetof(n.Reach), 40},
		"near.x":        {unsafe.Offsetof(near.x), 0}, "near.stride": {unsafe.Offsetof(near.stride), 8}, "near.bounds": {unsafe.Offsetof(near.bounds), 16},
		"near.bound": {unsafe.Offsetof(near.bound), 24}, "near.count": {unsafe.Offsetof(near.count), 32}, "near.out": {unsafe.Offsetof(near.out), 40},
		"bound": {unsafe.Sizeof(bound), 24}, "bound.low": {unsafe.Offsetof(bound.low), 0}, "bound.high": {unsafe.Offsetof(bound.high), 12},
		"load.force": {unsafe.Offsetof(load.force), 0}, "load.v": {unsafe.Offsetof(load.v), 8}, "load.stride": {unsafe.Offsetof(load.stride), 16},
		"load.load": {unsafe.Offsetof(load.load), 24}, "load.lanes": {unsafe.Offsetof(load.lanes), 32}, "load.count": {unsafe.Offsetof(load.count), 40},
		"number.Force": {unsafe.Offsetof(number.Force), 0}, "number.Axis": {unsafe.Offsetof(number.Axis), 12}, "number.Speed": {unsafe.Offsetof(number.Speed), 24},
		"number.Damping": {unsafe.Offsetof(number.Damping), 28}, "number.Limit": {unsafe.Offsetof(number.Limit), 32}, "number.Drag": {unsafe.Offsetof(number.Drag), 36},
		"wind.x": {unsafe.Offsetof(wind.x), 0}, "wind.v": {unsafe.Offsetof(wind.v), 8}, "wind.stride": {unsafe.Offsetof(wind.stride), 16},
		"wind.groups": {unsafe.Offsetof(wind.groups), 24}, "wind.count": {unsafe.Offsetof(wind.count), 32}, "wind.corners": {unsafe.Offsetof(wind.corners), 40},
		"wind.third": {unsafe.Offsetof(wind.third), 48}, "wind.numbers": {unsafe.Offsetof(wind.numbers), 56}, "air.Drag": {unsafe.Offsetof(air.Drag), 12}, "air.Lift": {unsafe.Offsetof(air.Lift), 16},
		"group.Own": {unsafe.Offsetof(group.Own), 12}, "group": {unsafe.Sizeof(group), 16},
		"gather.places": {unsafe.Offsetof(gather.places), 0}, "gather.begins": {unsafe.Offsetof(gather.begins), 8}, "gather.count": {unsafe.Offsetof(gather.count), 16},
		"gather.parts": {unsafe.Offsetof(gather.parts), 24}, "gather.from": {unsafe.Offsetof(gather.from), 32}, "gather.force": {unsafe.Offsetof(gather.force), 40}, "gather.skip": {unsafe.Offsetof(gather.skip), 48},
		"press.slices": {unsafe.Offsetof(press.slices), 0}, "friction.slices": {unsafe.Offsetof(friction.slices), 0},
		"press.count": {unsafe.Offsetof(press.count), 8}, "friction.count": {unsafe.Offsetof(friction.count), 8},
		"press.columns": {unsafe.Offsetof(press.columns), 16}, "friction.columns": {unsafe.Offsetof(friction.columns), 16},
		"press.others": {unsafe.Offsetof(press.others), 24}, "friction.others": {unsafe.Offsetof(friction.others), 24},
		"press.laws": {unsafe.Offsetof(press.laws), 32}, "friction.laws": {unsafe.Offsetof(friction.laws), 32},
		"press.touches": {unsafe.Offsetof(press.touches), 40}, "friction.touches": {unsafe.Offsetof(friction.touches), 40},
		"press.counts": {unsafe.Offsetof(press.counts), 48}, "friction.counts": {unsafe.Offsetof(friction.counts), 48},
		"press.x":               {unsafe.Offsetof(press.x), 224},
		"press.stride":          {unsafe.Offsetof(press.stride), 232},
		"press.v":               {unsafe.Offsetof(press.v), 240},
		"press.vStride":         {unsafe.Offsetof(press.vStride), 248},
		"press.out":             {unsafe.Offsetof(press.out), 256},
		"press.most":            {unsafe.Offsetof(press.most), 264},
		"friction.x":            {unsafe.Offsetof(friction.x), 224},
		"friction.stride":       {unsafe.Offsetof(friction.stride), 232},
		"friction.v":            {unsafe.Offsetof(friction.v), 240},
		"friction.vStride":      {unsafe.Offsetof(friction.vStride), 248},
		"friction.gain":         {unsafe.Offsetof(friction.gain), 256},
		"friction.out":          {unsafe.Offsetof(friction.out), 264},
		"friction.gainStride":   {unsafe.Offsetof(friction.gainStride), 272},
		"friction.perMass":      {unsafe.Offsetof(friction.perMass), 280},
		"friction.movable":      {unsafe.Offsetof(friction.movable), 288},
		"friction.numbers":      {unsafe.Offsetof(friction.numbers), 296},
		"friction.most":         {unsafe.Offsetof(friction.most), 304},
		"frictionNumbers.Time":  {unsafe.Offsetof(frictionNumbers.Time), 0},
		"frictionNumbers.Free":  {unsafe.Offsetof(frictionNumbers.Free), 4},
		"frictionNumbers.Drag":  {unsafe.Offsetof(frictionNumbers.Drag), 8},
		"frictionNumbers.Reach": {unsafe.Offsetof(frictionNumbers.Reach), 12},
		"column.Law":            {unsafe.Offsetof(column.Law), 0},
		"column.Base":           {unsafe.Offsetof(column.Base), 4},
		"column.Step":           {unsafe.Offsetof(column.Step), 8},
		"column.Pushed":         {unsafe.Offsetof(column.Pushed), 12},
		"law.Reach":             {unsafe.Offsetof(law.Reach), 0},
		"law.Stiffness":         {unsafe.Offsetof(law.Stiffness), 64},
		"law.Damping":           {unsafe.Offsetof(law.Damping), 128},
		"law.Static":            {unsafe.Offsetof(law.Static), 192},
		"law.Kinetic":           {unsafe.Offsetof(law.Kinetic), 256},
		"law.Reduced":           {unsafe.Offsetof(law.Reduced), 320},
		"moved.from":            {unsafe.Offsetof(moved.from), 0}, "moved.to": {unsafe.Offsetof(moved.to), 8}, "moved.fromStride": {unsafe.Offsetof(moved.fromStride), 16},
		"moved.toStride": {unsafe.Offsetof(moved.toStride), 24}, "moved.count": {unsafe.Offsetof(moved.count), 32}, "moved.shift": {unsafe.Offsetof(moved.shift), 40},
		"moved.most": {unsafe.Offsetof(moved.most), 56}, "pairSlice": {unsafe.Sizeof(pairs), 16}, "pairSlice.first": {unsafe.Offsetof(pairs.First), 4},
		"pairSlice.count": {unsafe.Offsetof(pairs.Count), 8}, "pairSlice.pushed": {unsafe.Offsetof(pairs.Pushed), 12},
		"dampers.later": {unsafe.Offsetof(dampers.later), 280}, "dampers.packed": {unsafe.Offsetof(dampers.packed), 288}, "dampers.share": {unsafe.Offsetof(dampers.share), 296},
		"dampers.same": {unsafe.Offsetof(dampers.same), 304}, "dampers.own": {unsafe.Offsetof(dampers.own), 308}, "dampers.least": {unsafe.Offsetof(dampers.least), 312}, "dampers.sum": {unsafe.Offsetof(dampers.sum), 320},
		"dampers.laws": {unsafe.Offsetof(dampers.laws), 384}, "dampers.time": {unsafe.Offsetof(dampers.time), 392}, "dampers.work": {unsafe.Offsetof(dampers.work), 400},
		"powerLaw": {unsafe.Sizeof(PowerLaw[float32]{}), 32}, "powerLaw.Least": {unsafe.Offsetof(PowerLaw[float32]{}.Least), 4}, "powerLaw.Pull": {unsafe.Offsetof(PowerLaw[float32]{}.Pull), 8},
		"powerLaw.Stiffness": {unsafe.Offsetof(PowerLaw[float32]{}.Stiffness), 12}, "powerLaw.Work": {unsafe.Offsetof(PowerLaw[float32]{}.Work), 16}, "powerLaw.Rests": {unsafe.Offsetof(PowerLaw[float32]{}.Rests), 20},
		"dissipation.x": {unsafe.Offsetof(dissipation.x), 224}, "dissipation.v": {unsafe.Offsetof(dissipation.v), 240}, "dissipation.w": {unsafe.Offsetof(dissipation.w), 256}, "dissipation.wStride": {unsafe.Offsetof(dissipation.wStride), 264},
		"dissipation.gain": {unsafe.Offsetof(dissipation.gain), 272}, "dissipation.gainStride": {unsafe.Offsetof(dissipation.gainStride), 280}, "dissipation.perMass": {unsafe.Offsetof(dissipation.perMass), 288},
		"dissipation.sum": {unsafe.Offsetof(dissipation.sum), 296}, "dissipation.friction": {unsafe.Offsetof(dissipation.friction), 360},
		"pull.force": {unsafe.Offsetof(pull.force), 0}, "pull.u": {unsafe.Offsetof(pull.u), 8}, "pull.w": {unsafe.Offsetof(pull.w), 16}, "pull.stride": {unsafe.Offsetof(pull.stride), 24},
		"pull.perMass": {unsafe.Offsetof(pull.perMass), 32}, "pull.slices": {unsafe.Offsetof(pull.slices), 40}, "pull.same": {unsafe.Offsetof(pull.same), 48}, "pull.slows": {unsafe.Offsetof(pull.slows), 52},
		"pull.sum": {unsafe.Offsetof(pull.sum), 56}, "pull.slowed": {unsafe.Offsetof(pull.slowed), 120},
		"slide.x": {unsafe.Offsetof(slide.x), 0}, "slide.u": {unsafe.Offsetof(slide.u), 8}, "slide.w": {unsafe.Offsetof(slide.w), 16}, "slide.stride": {unsafe.Offsetof(slide.stride), 24},
		"slide.plane": {unsafe.Offsetof(slide.plane), 32}, "slide.touching": {unsafe.Offsetof(slide.touching), 40}, "slide.movable": {unsafe.Offsetof(slide.movable), 48},
		"slide.slices": {unsafe.Offsetof(slide.slices), 56}, "slide.sum": {unsafe.Offsetof(slide.sum), 64}, "slide.friction": {unsafe.Offsetof(slide.friction), 128},
		"drag.x": {unsafe.Offsetof(drag.x), 0}, "drag.u": {unsafe.Offsetof(drag.u), 8}, "drag.w": {unsafe.Offsetof(drag.w), 16},
		"drag.stride": {unsafe.Offsetof(drag.stride), 24}, "drag.perMass": {unsafe.Offsetof(drag.perMass), 32}, "drag.planes": {unsafe.Offsetof(drag.planes), 40},
		"drag.count": {unsafe.Offsetof(drag.count), 48}, "drag.slices": {unsafe.Offsetof(drag.slices), 56}, "drag.touching": {unsafe.Offsetof(drag.touching), 64},
		"drag.same": {unsafe.Offsetof(drag.same), 72}, "drag.sum": {unsafe.Offsetof(drag.sum), 80},
		"links.x": {unsafe.Offsetof(links.x), 0}, "links.stride": {unsafe.Offsetof(links.stride), 8}, "links.w": {unsafe.Offsetof(links.w), 16}, "links.mass": {unsafe.Offsetof(links.mass), 24},
		"links.slots": {unsafe.Offsetof(links.slots), 32}, "links.record": {unsafe.Offsetof(links.record), 40}, "links.perChunk": {unsafe.Offsetof(links.perChunk), 48},
		"links.chunks": {unsafe.Offsetof(links.chunks), 56}, "links.out": {unsafe.Offsetof(links.out), 64}, "links.same": {unsafe.Offsetof(links.same), 72},
		"links.sum": {unsafe.Offsetof(links.sum), 80}, "links.drag": {unsafe.Offsetof(links.drag), 144},
		"pairColumn": {unsafe.Sizeof(column), 16}, "pairLaw": {unsafe.Sizeof(law), 384}, "pairOthers": {unsafe.Sizeof(PairOthers{}), 64},
		"pairTouch": {unsafe.Sizeof(PairTouch[float32]{}), 192}, "pairCall": {unsafe.Sizeof(press.pairCall), 224},
	} {
		must.Hold(t, places[0] == places[1], "%s is at %d (or of that size), assembly has %d", name, places[0], places[1])
	}
}

// Kernels for float64 read numbers at twice the places of those for float32, and calls where
// these have them.
func TestDoublesAreLaidOutAsSingles(t *testing.T) {
	for name, c := range map[string]struct {
		single, double any
		times          uintptr
		last           string // the last field that assembly reads
	}{
		"numbers":   {Numbers[float32]{}, Numbers[float64]{}, 2, "Reach"},
		"contact":   {contact[float32]{}, contact[float64]{}, 2, "Kinetic"},
		"record":    {table.Record[float32]{}, table.Record[float64]{}, 2, "Quarter"},
		"forces":    {ForcesCall[float32]{}, ForcesCall[float64]{}, 1, "perSpan"},
		"integrate": {IntegrateCall[float32]{}, IntegrateCall[float64]{}, 1, "Stage"},
		"near":      {NearCall[float32]{}, NearCall[float64]{}, 1, "out"},
		"bound":     {box[float32]{}, box[float64]{}, 2, "high"},
		"wind":      {WindCall[float32]{}, WindCall[float64]{}, 1, "numbers"},
		"air":       {WindNumbers[float32]{}, WindNumbers[float64]{}, 2, "Lift"},
		"gather":    {GatherCall[float32]{}, GatherCall[float64]{}, 1, "skip"},
		"run":       {RunState[float32]{}, RunState[float64]{}, 1, "Count"},
	} {
		single, double := reflect.TypeOf(c.single), reflect.TypeOf(c.double)
		seen := false
		for i := range single.NumField() {
			a, b := single.Field(i), double.Field(i)
			if b.Offset != c.times*a.Offset {
				t.Errorf("%s.%s is at %d, and at %d in float32", name, a.Name, b.Offset, a.Offset)
			}
			if seen = a.Name == c.last; seen {
				break
			}
		}
		must.Hold(t, seen, "%s has no %s", name, c.last)
	}
}
