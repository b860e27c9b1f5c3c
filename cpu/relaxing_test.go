package cpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Motion, Still and StillHalfway are those of the reference, hubs and pins among them,
// and a step after them continues from there.
func TestStopsMatchReference(t *testing.T) {
	const masses = 400
	lattice := must.Get(build.Lattice(build.LatticeSpec{Nx: 6, Ny: 5, Nz: 7, Spacing: 0.1, Mass: 0.01, Stiffness: 100, DampingRatio: 0.1}))(t)
	star := &model.Model{Name: "star", Materials: []model.Material{{}, {Stiffness: 5, Damping: 0.01}}} // a hub
	for i := range masses {
		star.RestPosition = append(star.RestPosition, model.Vec3{math.Cos(float64(i)), math.Sin(float64(i)), float64(i%7) / 7})
		star.Mass = append(star.Mass, 0.1+float64(i%3))
		if i > 0 {
			star.Ends = append(star.Ends, model.Ends{0, uint32(i)})
			star.RestLength, star.MaterialOf = append(star.RestLength, 1), append(star.MaterialOf, 1)
		}
	}
	for _, m := range []*model.Model{lattice, star} {
		m.Pin = make([]model.Pin, m.MassCount())
		m.Pin[3], m.Pin[5] = model.PinAll, model.PinX
		p := model.Params{DT: 1e-3, Gravity: model.EarthGravity()}
		e := must.Open(makeEngine[float32](m, p, Options{Threads: 2}))(t)
		r := must.Get(cpuref.New(m, p))(t)
		state := m.Start()
		for i := range state.Velocity {
			if m.Pin[i] != model.PinAll {
				state.Velocity[i] = model.Vec3{math.Sin(float64(i)), math.Cos(float64(3 * i)), 0.5}
			}
		}
		state.RoundToFloat32()
		for name, stop := range map[string][2]func() error{"Still": {e.Still, r.Still}, "StillHalfway": {e.StillHalfway, r.StillHalfway}} {
			must.Do(t, e.Reset(state))
			must.Do(t, r.Reset(state))
			got := must.Get(e.Motion())(t)
			want := must.Get(r.Motion())(t)
			if math.Abs(got.Kinetic/want.Kinetic-1) > 1e-12 || math.Abs(got.Impulse/want.Impulse-1) > 1e-12 || got.Mass != want.Mass {
				t.Errorf("%s: the motion is %+v, want %+v", m.Name, got, want)
			}
			must.Do(t, stop[0]())
			must.Do(t, stop[1]())
			if after, _ := e.Motion(); after.Kinetic != 0 || after.Mass != -1 {
				t.Errorf("%s: after %s the motion is %+v", m.Name, name, after)
			}
			must.Do(t, e.Step(1))
			must.Do(t, r.Step(1))
			now := modeltest.Snapshot(t, e)
			const tolerance = 3e-7 // a few roundings of coordinates of 1 m
			for i, x := range r.State().Position {
				if off := now.State().Position[i].Sub(x).Len(); off > tolerance {
					t.Fatalf("%s: a step after %s has mass %d off by %.3g m, tolerance %g", m.Name, name, i, off, tolerance)
				}
			}
		}
	}
}
