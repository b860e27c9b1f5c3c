package cpu

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// heldByOne is a row of masses that all hang on the first one by attachments of their own.
func heldByOne(count int) (*model.Model, *model.State) {
	m := &model.Model{Name: "row", Materials: []model.Material{{}, {Name: "soft", Stiffness: 40, PBDStiffness: 0.3}, {Name: "attachment", Stiffness: 100, TensionOnly: true}}, Pin: make([]model.Pin, count)}
	m.Pin[0] = model.PinAll
	for i := range count {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{0.01 * float64(i), 0, 0}), append(m.Mass, 0.05)
		if i > 0 {
			m.AddSpring(model.Ends{uint32(i - 1), uint32(i)}, 0.01, 1)
		}
	}
	for i := 1; i < count; i++ {
		m.AddSpring(model.Ends{uint32(i), 0}, 0.0102*float64(i), 2)
	}
	m.Attachments = count - 1
	start := m.Start()
	for i := 1; i < count; i++ {
		start.Velocity[i] = model.Vec3{3, 0, float64(i%3) - 1}
	}
	return m, start
}

// Attachments of one round share their anchor, which nobody writes to: thousands of them on several
// threads make the bits of one thread.
//
// Seen to fail under the race detector: a visit that writes to the anchor what it
// was.
func TestAnchorsAreShared(t *testing.T) {
	m, start := heldByOne(2000)
	for _, solver := range []model.Integrator{model.Impulses} {
		var of []model.Snapshot
		for _, threads := range []int{1, 3} {
			p := model.Params{DT: 1. / 240, Substeps: 2, Gravity: model.EarthGravity(), Integrator: solver, Iterations: 2}
			e := must.Get(New(m, p, Options{Threads: threads}))(t)
			var end model.Snapshot
			must.Do(t, e.Reset(start))
			if e.Step(5) != nil || e.Finish() != nil || e.Read(&end) != nil {
				t.Fatal(e.Finish())
			}
			e.Close()
			of = append(of, end)
		}
		if !slices.Equal(of[0].Position, of[1].Position) || of[0].Position[0] != [3]float32{} {
			t.Errorf("%v: three threads make other bits than one, or the anchor has moved: %v", solver, of[0].Position[0])
		}
		if x := of[0].Position[1999]; x[0] < 19.9 || x[0] > 20.6 {
			t.Errorf("%v: the last mass is at %v m: attachments do not hold it", solver, x)
		}
	}
}
