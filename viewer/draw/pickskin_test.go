package draw

import (
	"math"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw/camera"
)

// On an embedded surface that is picked on which the nearest corner of the triangle in
// front hangs most, wherever the masses themselves are.
func TestPickOnAnEmbeddedSurface(t *testing.T) {
	const side = 300
	ctx := gltest.New(t)
	m, s := embedding(t)
	for _, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
		e := must.Get(gpu.New(ctx, m, model.Params{DT: 1e-4}, gpu.Options{Pipeline: pipeline, Drawing: true}))(t)
		must.Do(t, e.Reset(s))
		r := must.Get(New(ctx, e, Subject{Model: m}))(t)
		target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
		camera := camera.LookAt(Subject{Model: m}.Bounds(), 1)
		must.Do(t, r.Draw(target, Frame{Camera: camera, Look: Look{NoText: true}}))
		place := m.Skin.Positions(nil, s.Position)
		found := 0
		for y := 10.5; y < side; y += 11 {
			for x := 10.5; x < side; x += 11 {
				want := skinUnder(m.Skin, place, camera, x/side-0.5, y/side-0.5)
				mass, ok, err := r.PickSurface(x, y)
				must.Do(t, err)
				if ok != (want >= 0) || ok && mass != want {
					t.Errorf("%s: at (%g, %g) mass %d, %v; want %d", pipeline, x, y, mass, ok, want)
				}
				if ok {
					found++
				}
			}
		}
		if found < 30 {
			t.Errorf("%s: only %d places of the surface were under the cursor", pipeline, found)
		}
		must.Do(t, r.Draw(target, Frame{Camera: camera, Look: Look{NoText: true, Show: Springs}}))
		if mass, ok, err := r.PickSurface(side/2, side/2); ok || err != nil {
			t.Errorf("%s: mass %d is picked on a surface that is not shown, error %v", pipeline, mass, err)
		}
		target.Release()
		r.Close()
		e.Close()
	}
}

// skinUnder is the twin of picking on an embedded surface, for a place in units of the
// view's height from its center; −1: nothing is there.
func skinUnder(s *model.Skin, place []model.Vec3, camera camera.Camera, x, y float64) int {
	mass, nearest := -1, math.Inf(1)
	for _, t := range s.Triangles {
		var at [3][2]float64
		for k, v := range t {
			at[k][0], at[k][1], _ = camera.Seen(place[v])
		}
		turn := func(a, b, c [2]float64) float64 {
			return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
		}
		cursor, all, flat, inside := [2]float64{x, y}, turn(at[0], at[1], at[2]), 0.0, true
		for k, v := range t {
			share := turn(at[(k+1)%3], at[(k+2)%3], cursor) / all
			inside = inside && share >= 0
			flat += share / camera.Depth(place[v]) // 1/depth is linear in the picture
		}
		if !inside || 1/flat >= nearest {
			continue
		}
		nearest = 1 / flat
		off := math.Inf(1)
		for k, v := range t {
			if d := math.Hypot(at[k][0]-x, at[k][1]-y); d < off {
				off, mass = d, int(s.Masses[v][0]) // hangAt gives the first the most
			}
		}
	}
	return mass
}
