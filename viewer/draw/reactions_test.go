package draw_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics/measure"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

const (
	mass       = 3.0   // [kg]
	forcesSide = 400   // of pictures [pixels]
	dense      = 40.0  // [pixels/m] at the target's depth
	push       = 1e4   // stiffness of the ground [N/m]
	field      = 0.005 // half of the height of the view over its distance
)

// resting is a mass that rests on the ground, beside one that is pinned in the air.
func resting() (draw.Subject, *model.State) {
	m := modeltest.Pair([2]float64{mass, 1}, [2]model.Pin{0, model.PinAll}, 1, 1, 0, 0)
	s := m.Start()
	s.Position[0], s.Position[1] = model.Vec3{-2, 0, -mass * model.StandardGravity / push}, model.Vec3{2, 0, 1}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, push, 0)}}
	return draw.Subject{Model: m, Params: p}, s
}

// frame looks along +y from far away, so that lengths do not depend on the depth.
func frame() draw.Frame {
	const distance = 1000
	c := draw.Camera{Azimuth: -math.Pi / 2, Distance: distance, Near: 900, Far: 1100, Field: 2 * math.Atan(field), Size: 10}
	return draw.Frame{Camera: c, Look: draw.Look{Color: color.Plain, NoText: true, NoMasses: true, NoGrid: true, Reactions: true}}
}

// drawn returns the height of the arrows in one half of a picture of the subject [pixels].
func drawn(t *testing.T, ctx *glx.Context, s draw.Subject, state *model.State, f draw.Frame, right bool) int {
	t.Helper()
	engine := must.Get(mirror.New(ctx, s.Model, s.Params, nil))(t)
	defer engine.Close()
	var now model.Snapshot
	now.Resize(len(state.Position))
	for i, x := range state.Position {
		now.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	}
	must.Do(t, engine.Show(&now, nil))
	r := must.Get(draw.New(ctx, engine, s))(t)
	defer r.Close()
	var read model.State
	if r.State(&read); math.Abs(read.Position[0][2]-state.Position[0][2]) > 1e-8 {
		t.Errorf("the renderer reads %v, want %v", read.Position, state.Position)
	}
	target := must.Get(ctx.NewFramebuffer("test", forcesSide, forcesSide, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, f))
	return tall(target.ReadPixels(), right)
}

// tall returns the height of the pixels in the color of arrows in one half of a picture [pixels].
func tall(p *image.RGBA, right bool) int {
	first, last := forcesSide, -1
	for y := range forcesSide {
		for x := range forcesSide / 2 {
			if right {
				x += forcesSide / 2
			}
			if c := p.RGBAAt(x, y); c.G > 200 && c.R < 120 && c.B > 150 {
				first, last = min(first, y), max(last, y)
			}
		}
	}
	return max(last-first+1, 0)
}

// An arrow in a picture is as long as its number says, by the scale beside it: a body at rest
// presses with its weight. A number that is off by a tenth is seen.
func TestArrowsAreAsLongAsTheirNumbers(t *testing.T) {
	ctx := gltest.New(t)
	s, state := resting()
	a := must.Get(draw.ReactionsOf(s, s.Model, s.Params))(t)
	f := frame()
	a.Put(&f, func(into *model.State) { *into = *state }, nil)
	if len(f.Arrows) != 2 {
		t.Fatalf("%d arrows, want one on the ground and one on the pin", len(f.Arrows))
	}
	weights := []float64{mass * model.StandardGravity, 1 * model.StandardGravity}
	for k, want := range weights {
		pixels := drawn(t, ctx, s, state, f, k == 1)
		got := float64(pixels) / dense * float64(a.Scale)
		off := 2.5 / dense * float64(a.Scale) // the edges of an arrow are pixels
		must.Hold(t, math.Abs(got-want) <= off, "arrow %d: %d pixels are %.4g N, want %.4g ± %.2g", k, pixels, got, want, off)
		if long := f.Arrows[k]; long.Along[2] >= 0 || math.Abs(long.From.Sub(state.Position[k]).Len()) > 1e-9 {
			t.Errorf("arrow %d is %+v, want one down from %v", k, long, state.Position[k])
		}
	}
	off := 2.5 / dense * float64(a.Scale)
	f.Arrows[0].Along = f.Arrows[0].Along.Mul(1.1)
	if got := float64(drawn(t, ctx, s, state, f, false)) / dense * float64(a.Scale); math.Abs(got-weights[0]) <= off {
		t.Errorf("an arrow that is a tenth too long has %.4g N within %.2g of %.4g", got, off, weights[0])
	}
	f.Arrows = nil
	must.Be(t, drawn(t, ctx, s, state, f, false), 0, "without arrows pixels have their color")
	want := []string{"arrows 1 m = 20.0 N", "contact[0] 29.4 N", "pin[0] 9.81 N"}
	for k, line := range f.Overlay.Reactions {
		must.Be(t, line.What+" "+line.Much, want[k], "line %d", k)
	}
}

// The scale stays while arrows can be compared, and is a round number. The state is read once
// for still pictures.
func TestScaleStays(t *testing.T) {
	s, state := resting()
	a := must.Get(draw.ReactionsOf(s, s.Model, s.Params))(t)
	reads := 0
	put := func(depth float64, still bool) float64 {
		f := frame()
		f.Still = still
		a.Put(&f, func(into *model.State) { reads, *into = reads+1, *state; into.Position[0][2] = -depth }, nil)
		return float64(a.Scale)
	}
	const newton = 1.0 / push // depth of a newton
	for _, c := range []struct{ force, scale float64 }{{29, 20}, {50, 20}, {51, 50}, {13, 50}, {12, 5}, {4e4, 20000}} {
		must.Be(t, put(c.force*newton, false), c.scale, "at %g N a meter, in N", c.force)
	}
	before := reads
	if put(7*newton, true); reads != before {
		t.Error("a still picture read the state again")
	}
}

// Parts without a reaction, or with an unknown one, are named in words. Masses that hands have pinned are a
// pin.
func TestWordsAndHands(t *testing.T) {
	s, state := resting()
	said := func(s draw.Subject, m *model.Model, p model.Params) (all string) {
		a := must.Get(draw.ReactionsOf(s, m, p))(t)
		f := frame()
		a.Put(&f, func(into *model.State) { *into = *state }, nil)
		for _, line := range f.Overlay.Reactions {
			all += line.What + " " + line.Much + "; "
		}
		return all
	}
	none := s
	none.NoReactions = "the file has no velocities"
	must.Be(t, said(none, s.Model, s.Params), "reactions the file has no velocities; ", "it")
	free, bare := s, *s.Model
	bare.Pin, free.Model = nil, &bare
	p := s.Params
	p.Contacts = nil
	must.Be(t, said(free, free.Model, p), "reactions no contact, pin or guide; ", "without anything it")
	byHand := *s.Model
	byHand.Pin = []model.Pin{model.PinAll, model.PinAll}
	if got := said(s, &byHand, p); !strings.Contains(got, "pin[0] 9.81 N") || !strings.Contains(got, "pinned by hand 29.4 N") {
		t.Errorf("with a pin by hand it says %q", got)
	}
	s.Pins = []measure.Pin{{Axes: model.PinAll}}
	s.Pins[0].Masses = []uint32{0}
	if got := said(s, s.Model, p); !strings.Contains(got, "pin[0] 0 N") {
		t.Errorf("the pin of a free mass says %q", got)
	}
}
