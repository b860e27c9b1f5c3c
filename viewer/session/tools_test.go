package session

import (
	"math"
	"strings"
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// bodies counts the parts of a model that no springs join.
func bodies(m *model.Model) int {
	of := make([]int, m.MassCount())
	for i := range of {
		of[i] = i
	}
	root := func(i int) int {
		for of[i] != i {
			i, of[i] = of[i], of[of[i]]
		}
		return i
	}
	count := len(of)
	for s, e := range m.Ends {
		if a, b := root(int(e[0])), root(int(e[1])); m.MaterialOf[s] != model.Removed && a != b {
			of[a] = b
			count--
		}
	}
	return count
}

// A stroke from side to side between two layers makes two bodies, of which the lower
// one stays where it is pinned while the other one falls apart from it; a reset joins
// them.
func TestCutMakesTwoBodies(t *testing.T) {
	s := newBench(t, 4, func(o *Options) {
		m := *o.Subject.Model
		m.Pin = make([]model.Pin, m.MassCount())
		for _, i := range m.Groups[0].Masses { // the bottom
			m.Pin[i] = model.PinAll
		}
		o.Subject.Model = &m
		o.Subject.Params.Gravity = model.Vec3{0, 0, 9.81} // up, away from it
		o.Subject.Params.Contacts = nil
	})
	if n := bodies(s.Model); n != 1 {
		t.Fatalf("%d bodies before the cut", n)
	}
	must.Do(t, s.Key("1"))
	s.shown.Toward(s.camera, 10)
	must.Do(t, s.Draw(400, 300, 1))
	must.Do(t, s.Key("x"))
	_, y := s.at(model.Vec3{0, 0, 0.035}) // between the layers at 0.03 and 0.04 m
	s.Press(-0.6, y, false)
	s.Move(0.6, y)
	s.Release()
	if n := bodies(s.Model); n != 2 || s.Removed != 16+2*2*12+4*9 {
		t.Errorf("%d bodies after a cut of %d springs, want 2 and 100", n, s.Removed)
	}
	from := s.Renderer.Place(63)
	s.run(t, 300)
	const g = 9.81
	rose, free := s.Renderer.Place(63)[2]-from[2], g/2*s.Time()*s.Time()
	if math.Abs(rose-free) > 0.02*free { // the cut part oscillates no more than that
		t.Errorf("the part that was cut off rose %g m, in free fall %g", rose, free)
	}
	must.Do(t, s.Key("r"))
	if n := bodies(s.Model); n != 1 || s.Removed != 0 {
		t.Errorf("%d bodies after a reset", n)
	}
}

// An arrow key pushes the group of the picked mass as one, for a while; if it is in no group, the masses
// around it.
func TestArrowsPushThePickedGroup(t *testing.T) {
	s := newBench(t, 4, func(o *Options) { o.Subject.Params.Contacts, o.Subject.Params.Gravity = nil, model.Vec3{} })
	must.Do(t, s.Key("1")) // right is x
	s.shown.Toward(s.camera, 10)
	must.Do(t, s.Draw(400, 300, 1))
	top := s.Model.Groups[1]
	s.picked = int(top.Masses[5])
	s.paused = false
	must.Do(t, s.Key("right"))
	must.Hold(t, strings.Contains(s.notice, "pushing the group top"), "the notice is %q", s.notice)
	s.pushedAt = time.Now().Add(time.Hour) // however slow the machine is
	s.run(t, 1)
	state := must.Get(s.State())(t)
	// 3 weights of the body on 16 of 64 masses: 12 g on each, for a step.
	want := 12 * model.StandardGravity * s.Params.DT
	for i, v := range state.Velocity {
		in := i >= 48
		if in && math.Abs(v[0]-want) > 1e-3*want || !in && math.Abs(v[0]) > 1e-3*want || math.Abs(v[2]) > 1e-3*want {
			t.Fatalf("mass %d has %v m/s, want %g along x in the top layer", i, v, want)
		}
	}
	s.pushedAt = time.Now().Add(-pushTime - time.Second)
	must.Do(t, s.pull(0))
	must.Hold(t, s.Hands.Push == (model.Vec3{}) && s.pushedAt.IsZero(), "the push does not end")

	s.paused = false
	s.picked = 21 // within: in no group
	must.Do(t, s.Key("up"))
	if !strings.Contains(s.notice, "mass 21 and 7 around") || s.Params.Forces[0].Force[2] <= 0 || len(s.Params.Forces[0].Masses) != 8 {
		t.Errorf("the notice is %q, the force %+v", s.notice, s.Params.Forces)
	}
	must.Do(t, s.Key("r"))
	must.Hold(t, len(s.Params.Forces)+len(s.Params.Handles) == 0 && s.Hands == nil, "a reset leaves loads")
}

// w lets wind blow to the right of the view, turns it to there when the view has turned, and says so in a
// scene without cloth.
func TestWindKey(t *testing.T) {
	none := newBench(t, 3, nil)
	must.Do(t, none.Key("w"))
	if none.Params.Wind.Blows() || !strings.Contains(none.notice, "cloth") {
		t.Errorf("without cloth the wind is %+v, the notice %q", none.Params.Wind, none.notice)
	}
}

func TestWindKeyOnCloth(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		m := *o.Subject.Model
		m.Triangles = [][3]uint32{{0, 9, 1}, {1, 9, 10}} // in the plane of x = −0.01 and about
		o.Subject.Model = &m
	})
	view := func(key string) {
		must.Do(t, s.Key(key))
		s.shown.Toward(s.camera, 10)
	}
	view("1")
	must.Do(t, s.Key("w"))
	if v := s.Params.Wind.Velocity; v.Sub(model.Vec3{windStep, 0, 0}).Len() > 1e-9 || !s.Params.Wind.Blows() {
		t.Errorf("from the front the wind blows with %v m/s, want %g along x", v, windStep)
	}
	s.pickControl(t, "wind")
	s.nudge(1)
	view("2") // from the right: y is to the right
	must.Do(t, s.Key("w"))
	if v := s.Params.Wind.Velocity; v.Sub(model.Vec3{0, 2 * windStep, 0}).Len() > 1e-9 {
		t.Errorf("from the right the wind blows with %v m/s, want %g along y", v, 2*windStep)
	}
	s.run(t, 20)
	must.Do(t, s.Key("r"))
	must.Hold(t, !s.Params.Wind.Blows(), "a reset leaves the wind")
}

// The keys 1 to 4 show the views, after the same way at any frame rate; f fits.
func TestPresetViewsAtAnyFrameRate(t *testing.T) {
	s := newBench(t, 3, nil)
	for k, view := range draw.Views() {
		start := s.camera
		arrived := map[int]draw.Camera{}
		for _, frames := range []int{1, 6, 29} {
			s.camera, s.shown = start, draw.CameraEase{}
			begin := time.Now()
			s.eased = begin
			s.Ease(begin)
			must.Do(t, s.Key(string(rune('1'+k))))
			for n := range frames {
				s.Ease(begin.Add(100 * time.Millisecond * time.Duration(n+1) / time.Duration(frames)))
			}
			arrived[frames] = s.shown.Camera()
		}
		if c := s.camera; c.Azimuth != view.Azimuth || c.Elevation != view.Elevation {
			t.Errorf("key %d looks from %g, %g, want %+v", k+1, c.Azimuth, c.Elevation, view)
		}
		const nanosecond = 1e-6 // frames end on whole ones: 29 do not divide 0.1 s
		for _, frames := range []int{6, 29} {
			if a, b := arrived[1], arrived[frames]; math.Abs(a.Azimuth-b.Azimuth) > nanosecond || math.Abs(a.Elevation-b.Elevation) > nanosecond {
				t.Errorf("key %d: after 0.1 s in %d frames the view is from %g, %g, in one from %g, %g", k+1, frames, b.Azimuth, b.Elevation, a.Azimuth, a.Elevation)
			}
		}
	}
	s.camera.Zoom(3, 0.2, 0.1)
	must.Do(t, s.Key("f"))
	if x, y, ok := s.camera.Seen(s.Renderer.Bounds().Center()); !ok || !inside(s.freePart().Scaled(0.3), x, y) {
		t.Errorf("f shows the center at %g, %g, and free is %v", x, y, s.freePart())
	}
}

// The first picture says how to pause, pull, color and get help; the first thing that
// is done replaces it; ? shows every key that does something.
func TestTheFirstPictureSaysHow(t *testing.T) {
	s := newBench(t, 3, nil)
	first := s.overlay()
	for _, word := range []string{"drag", "space pauses", "c colors", "?"} {
		must.Hold(t, strings.Contains(first.Notice, word), "the first notice lacks %q: %s", word, first.Notice)
	}
	for _, word := range []string{"space pause", "drag", "c color", "tab controls", "? help", "q quit"} {
		must.Hold(t, strings.Contains(first.Keys, word), "the keys lack %q: %s", word, first.Keys)
	}
	must.Do(t, s.Key("o"))
	if now := s.overlay(); now.Notice == first.Notice || len(now.Help) != 0 {
		t.Errorf("after a key the notice is %q", now.Notice)
	}
	must.Do(t, s.Key("?"))
	help := strings.Join(s.overlay().Help, "\n")
	for _, key := range strings.Split("space s r b tab e ?_h drag click ←_→_↑_↓ p k x w d [_] n right_drag wheel f o 1_2_3_4 c v m g i l a t F9 F12 q escape", " ") {
		must.Hold(t, strings.Contains("\n"+help, "\n"+strings.ReplaceAll(key, "_", " ")+"\t"), "the help lacks %q:\n%s", key, help)
	}
	must.Do(t, s.Key("h"))
	must.Hold(t, len(s.overlay().Help) == 0, "the help stays")
}

// A pick while hands pull a mass, such as of a spring, does not change the held mass.
func TestPickingWhilePulling(t *testing.T) {
	s := newBench(t, 3, nil)
	must.Do(t, s.Draw(400, 300, 1))
	s.picked = 0
	s.doing = turning
	s.grab()
	if s.doing != pulling {
		t.Fatalf("nothing is pulled: %q", s.notice)
	}
	s.picked, s.spring = -1, 0
	s.run(t, 3)
	s.Release()
	s.run(t, 1)
}
