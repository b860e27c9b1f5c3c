package play

import (
	"context"
	"image"
	rgb "image/color"
	"math"
	"testing"

	"hooke/cpu"
	"hooke/gpu/gltest"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/offscreen"
)

// recorded are runs of walkers, each with its own friction and value.
func recorded(t *testing.T, steps int64, values ...float64) (all []*Member) {
	t.Helper()
	for k, value := range values {
		s := must.Get(open.Scene("walker", scene.Options{}))(t)
		s.Params.Contacts[0].KineticFriction = 0.1 * float64(k+1)
		e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
		must.Do(t, e.Reset(s.Start))
		m, err := RecordMember(context.Background(), e, s, MemberOptions{Steps: steps, Every: 0.02})
		e.Close()
		must.Do(t, err)
		m.Value, m.Label = value, []string{string(rune('1' + k)), "value"}
		all = append(all, m)
	}
	return all
}

// Each member has run at its own origin: its states are, to the last bit, those of its own engine, wherever pictures put it.
// No member comes into the place of another one.
func TestMembersStandApartInPicturesOnly(t *testing.T) {
	all := recorded(t, 800, 3, 2, 1, 5, 4)
	for _, count := range []int{1, 3, 5} {
		l := must.Get(NewLineup("walkers", "here", all[:count], color.Metric{Name: "speed"}))(t)
		for k, m := range l.Members {
			a := draw.Bounds{Lo: m.box.Lo.Add(l.moves[k]), Hi: m.box.Hi.Add(l.moves[k])}
			for j := range k {
				b := draw.Bounds{Lo: l.Members[j].box.Lo.Add(l.moves[j]), Hi: l.Members[j].box.Hi.Add(l.moves[j])}
				if a.Lo[0] < b.Hi[0] && b.Lo[0] < a.Hi[0] && a.Lo[1] < b.Hi[1] && b.Lo[1] < a.Hi[1] {
					t.Errorf("of %d members %d and %d meet: %v, %v", count, j, k, a, b)
				}
			}
			must.Be(t, l.moves[k][2], 0, "member %d is lifted by, in m", k)
		}
		if g := l.Subject(); l.Of(l.first[count]-1) != count-1 || l.Of(-1) != 0 || g.Model.MassCount() != 192*count || len(g.Params.Actuators) != count*len(all[0].Scene.Params.Actuators) {
			t.Errorf("the model of %d members has %d masses", count, g.Model.MassCount())
		}
	}
	s := all[2].Scene
	e := must.Open(cpu.New(s.Model, s.Params, cpu.Options{}))(t)
	modeltest.StepFrom(t, e, s.Start, 800)
	alone := modeltest.Snapshot(t, e)
	last := all[2].frames[len(all[2].frames)-1]
	for i, x := range alone.Position {
		if last.Position[i] != x {
			t.Fatalf("mass %d is at %v, alone at %v", i, last.Position[i], x)
		}
	}
	if n, want := len(all[2].frames), int(800*s.Params.DT/0.02)+2; n != want || all[2].at(0.05).Time > 0.05 || all[2].at(0.05).Time < 0.03 {
		t.Errorf("%d frames, want %d; that of 0.05 s is of %g s", n, want, all[2].at(0.05).Time)
	}
	if _, err := NewLineup("none", "", nil, color.Metric{}); err == nil {
		t.Error("no member is shown")
	}
	must.Say(t, "a million members of a million masses", must.Err(MemberInterval(1<<20, 1<<20, 1)), "show fewer")
	if every, err := MemberInterval(64, 192, 10); err != nil || every != 1/frameRate {
		t.Errorf("64 walkers have a frame every %g s: %v", every, err)
	}
}

// picture draws members at their end.
func picture(t *testing.T, l *Lineup, metric bool) (*image.RGBA, *draw.Frame) {
	t.Helper()
	gl := gltest.New(t)
	e := must.Get(NewLineupEngine(gl, l, nil))(t)
	defer e.Close()
	must.Do(t, e.ShowFrame(e.Frames()-1))
	look := draw.Look{Color: color.Plain, NoGrid: true}
	if metric {
		look.Color = color.ByMetric
	}
	view := draw.LookAt(l.Bounds(), 1)
	view.From(l.View())
	view.Fit(l.Bounds(), 1.5)
	var seen draw.Frame
	out, _, err := offscreen.Run(gl, e, l.Subject(), offscreen.Options{Width: 960, Height: 640, Samples: 1, Look: look, Camera: &view, Over: func(f *draw.Frame) {
		f.Time = e.FrameTime(e.FrameShown())
		with := *f
		e.Put(&with, 200, true)
		e.Put(f, 200, false)
		seen = *f
		seen.Overlay.Gait = with.Overlay.Gait
	}})
	must.Do(t, err)
	return out, &seen
}

// The color beside a label is that of its number on the map of the legend, and masses of the member have its
// hue: dark blue the least, yellow the largest. Where colors mean nothing they do not. The path on the ground
// is that of each member, moved.
func TestColorsAreNumbers(t *testing.T) {
	l := must.Get(NewLineup("walkers", "here", recorded(t, 300, 7, 1), color.Metric{Name: "speed", Unit: "m/s"}))(t)
	colored, frame := picture(t, l, true)
	plain, _ := picture(t, l, false)
	for k, m := range l.Members {
		c := color.ByMetric.Map(33)[int(math.Round(32*(m.Value-1)/6))]
		want := rgb.RGBA{uint8(math.Round(255 * c[0])), uint8(math.Round(255 * c[1])), uint8(math.Round(255 * c[2])), 255}
		at := frame.Overlay.Labels[k]
		x, y := 480+640*at.X, 320+640*at.Y+12
		swatch := false
		for px := int(x) - 200; px < int(x); px++ {
			swatch = swatch || colored.RGBAAt(px, int(y)) == want
		}
		if !swatch {
			t.Errorf("beside the label of member %d no pixel has the color %v of %g", k, want, m.Value)
		}
		body := func(p *image.RGBA) (yellow int) {
			center := m.at(frame.Time).around(l.moves[k]).Center()
			u, v, _ := frame.Camera.Seen(center)
			for dx := -20; dx <= 20; dx++ {
				c := p.RGBAAt(480+int(640*u)+dx, 320+int(640*v)-30)
				yellow += int(c.R) - int(c.B)
			}
			return yellow / 41
		}
		if got := body(colored); k == 0 && got < 40 || k == 1 && got > -10 {
			t.Errorf("the body of member %d, of %g, has %d more red than blue", k, m.Value, got)
		}
		if got := body(plain); got > 20 || got < -40 {
			t.Errorf("without colors the body of member %d has %d more red than blue", k, got)
		}
	}
	sum := 0.0
	for _, line := range frame.Lines {
		sum += line.To.Sub(line.From).Len()
	}
	want := 0.0
	for k, m := range l.Members {
		near := 0
		for _, line := range frame.Lines {
			if from := line.From.Sub(m.Gait.Samples[0].Center.Add(l.moves[k])); math.Hypot(from[0], from[1]) < 0.02 && line.From[2] == 0 {
				near++
			}
		}
		must.Hold(t, near == 30, "%d lines are on the way of member %d, want 30", near, k)
		for i, c := range m.Gait.Columns {
			if c.Name == "path" {
				want += m.Gait.Row.Values[i]
			}
		}
	}
	must.Hold(t, math.Abs(sum-want) <= 1e-12 && want >= 1e-3, "the paths on the ground are %g m long, those of the metrics %g m", sum, want)
	if g := frame.Overlay.Gait; len(g.Feet) != 6 || g.Feet[0].Share != l.Members[1].Gait.Feet[0].Duty {
		t.Error("the gait is not that of the member of mass 200")
	}
}
