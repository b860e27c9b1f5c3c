package session

import (
	"math"
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/viewertest"
)

// swellingTape is a recorded run of a structure that swells by 5 % from frame to frame.
type swellingTape struct{ *viewertest.RisingTape }

func (p *swellingTape) ShowFrame(k int) error {
	for i, x := range p.Model.RestPosition {
		x = x.Mul(1 + 0.05*float64(k))
		p.Now.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	}
	p.Shown = k
	p.Reads++
	return p.Mirror.Show(&p.Now, nil)
}

// All frames of a recorded run have one range of colors, whichever is shown first. The shadow's box is that
// of the shown frame, in its first picture.
func TestARecordedRunHasOneRange(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			tape, err := viewertest.NewRisingTape(ctx, m, 5)
			return &swellingTape{tape}, err
		}
	})
	s.filmRound(t)
	p := s.player().(*swellingTape)
	size := s.Model.RestPosition[len(s.Model.RestPosition)-1].Sub(s.Model.RestPosition[0]).Len()
	for _, k := range []int{3, 0, 4, 2, 1, 4} {
		s.seek(p, k)
		must.Do(t, s.play(p, 0))
		s.doing = scrubbing
		s.coarse = true
		must.Do(t, s.Draw(400, 300, 1))
		s.doing = nothing
		if got := s.Renderer.ValueRange(color.ByStrain); math.Abs(got-0.2) > 1e-6 || p.FrameShown() != k {
			t.Errorf("frame %d has the range %g, want 0.2 of all frames; frame %d is shown", k, got, p.FrameShown())
		}
		box := s.Renderer.Extent()
		if got, want := box.Hi.Sub(box.Lo).Len(), size*(1+0.05*float64(k)); math.Abs(got-want) > 1e-4*want {
			t.Errorf("frame %d: shadows are cast from %g m, it is %g m large", k, got, want)
		}
	}
	reads := p.Reads
	must.Do(t, s.Draw(400, 300, 1))
	must.Hold(t, p.Reads == reads, "the frames are read again for every picture")
	s.look.Color = color.ByMaterial
	must.Do(t, s.Draw(400, 300, 1))
	must.Hold(t, p.Reads == reads, "frames are read for a coloring by names")
}

// Without a tape, one state has one range, and a paused picture has that of its state.
func TestThePausedPictureHasTheRangeOfItsState(t *testing.T) {
	s := newBench(t, 3, nil)
	s.run(t, 480) // it hits the ground
	must.Do(t, s.Draw(400, 300, 1))
	want := s.Renderer.ValueRange(color.ByStrain)
	hit := must.Get(s.State())(t)
	must.Do(t, s.Key("r"))
	must.Do(t, s.Draw(400, 300, 1))
	if rest := s.Renderer.ValueRange(color.ByStrain); rest >= want {
		t.Errorf("at rest the range is %g, after the fall %g", rest, want)
	}
	must.Do(t, s.GoTo(hit, hit.Step))
	must.Do(t, s.Draw(400, 300, 1))
	must.Be(t, s.Renderer.ValueRange(color.ByStrain), want, "back in that state the first picture has the range")
}

// The coloring from before the brush comes back when it is put away, in every way, unless
// another one was chosen meanwhile.
func TestColorsComeBackAfterPainting(t *testing.T) {
	s := newBench(t, 3, nil)
	s.look.Color = color.ByEnergy
	for _, away := range []string{"d", "escape", "x"} {
		must.Do(t, s.Key("d"))
		if s.look.Color != color.ByMaterial || !s.brush.on {
			t.Fatalf("with the brush in the hand colors are %v", s.look.Color)
		}
		must.Do(t, s.Key(away))
		must.Hold(t, s.look.Color == color.ByEnergy && !s.brush.on, "after %s colors are %v, want energy", away, s.look.Color)
		s.knife = false
	}
	must.Do(t, s.Key("d"))
	must.Do(t, s.stepColor(1))
	chosen := s.look.Color
	must.Do(t, s.Key("d"))
	must.Be(t, s.look.Color, chosen, "what was chosen while painting")
}
