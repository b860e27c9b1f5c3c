//go:build !headless

package viewer_test

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

func TestKeysOfARealWindow(t *testing.T) {
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := open(t, screen(t), child{Title: "hooke keys", Side: 8, Screenshot: screenshot})

	// It runs, and the space bar stops it.
	running := w.until("steps", func(s session.Status) bool { return s.Step > 0 })
	w.until("more steps", func(s session.Status) bool { return s.Step > running.Step && s.Time > running.Time })
	w.key("space")
	w.until("the pause", func(s session.Status) bool { return s.Paused })
	paused := w.settle()
	if !paused.Paused || paused.Step == 0 {
		t.Fatalf("after the space bar: %+v", paused)
	}

	// s steps exactly once, and no arrow does.
	w.key("s")
	one := w.until("a step", func(s session.Status) bool { return s.Step > paused.Step })
	if one = w.settle(); one.Step != paused.Step+1 || !one.Paused {
		t.Errorf("s went from step %d to %d, paused %v; want one step", paused.Step, one.Step, one.Paused)
	}
	for _, arrow := range []string{"Right", "Left", "Up", "Down"} {
		w.key(arrow)
	}
	w.until("an answer", func(s session.Status) bool { return strings.Contains(s.Notice, "arrows push") })
	if same := w.settle(); same.Step != one.Step {
		t.Errorf("arrows went from step %d to %d", one.Step, same.Step)
	}

	// r goes back to time 0 and stays paused.
	w.key("r")
	w.until("the reset", func(s session.Status) bool { return s.Step == 0 })
	if reset := w.settle(); reset.Step != 0 || reset.Time != 0 || !reset.Paused {
		t.Errorf("after r: %+v", reset)
	}

	// The space bar lets it continue.
	w.key("space")
	w.until("steps again", func(s session.Status) bool { return s.Step > 5 && !s.Paused })

	w.key("q")
	if code := w.ends(); code != 0 {
		t.Fatalf("q ended with exit code %d: %s", code, w.stderr)
	}
	checkScreenshot(t, screenshot)
}

func TestMouseOfARealWindow(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke mouse", Side: 5, Paused: true})
	before := w.settle().Camera

	// A quarter of the height to the right turns by π/4; the left button keeps the
	// distance, and the body where it is seen. The camera takes some frames to get there, so each
	// gesture is waited for to its end.
	w.drag(1, 300, 300, 300+windowHeight/4, 300)
	w.until("a turn by −π/4", func(s session.Status) bool {
		return math.Abs(s.Camera.Azimuth-(before.Azimuth-math.Pi/4)) < 1e-6
	})
	turned := w.settle().Camera
	center := draw.Bounds{Lo: [3]float64{-0.02, -0.02, 0.02}, Hi: [3]float64{0.02, 0.02, 0.06}}.Center()
	seenIn := func(c draw.Camera) (x, y float64) { x, y, _ = c.Seen(center); return x, y }
	x, y := seenIn(before)
	atX, atY := seenIn(turned)
	if turned.Distance != before.Distance || math.Hypot(atX-x, atY-y) > 0.02 || math.Abs(turned.Elevation-before.Elevation) > 1e-9 {
		t.Errorf("the turn changed more than the azimuth: %+v, before %+v", turned, before)
	}

	// The right button moves the target, and nothing else.
	w.drag(3, 400, 300, 400, 240)
	height := 2 * turned.Distance * math.Tan(turned.Field/2)
	w.until("a move by 60 of 600 pixels", func(s session.Status) bool {
		return math.Abs(s.Camera.Target.Sub(turned.Target).Len()-0.1*height) < 1e-6*height
	})
	moved := w.settle().Camera
	must.Hold(t, moved.Azimuth == turned.Azimuth && moved.Distance == turned.Distance, "the move changed more than the target")

	// The wheel comes nearer, f goes back.
	w.xdotool("click", "4")
	w.until("a zoom", func(s session.Status) bool {
		return math.Abs(s.Camera.Distance-0.88*moved.Distance) < 1e-6*moved.Distance
	})
	w.key("f")
	w.until("the fit to the structure", func(s session.Status) bool {
		nowX, nowY := seenIn(s.Camera)
		return s.Camera.Distance > 0.5*before.Distance && math.Hypot(nowX-x, nowY-y) < 0.1 // the first view is of the ground, too
	})

	// A window that changes its size is drawn anew.
	frames := w.last.Frame
	w.xdotool("windowsize", w.window, "500", "400")
	w.until("a new picture", func(s session.Status) bool { return s.Frame > frames })
	w.key("Escape")
	w.until("an answer of escape", func(s session.Status) bool { return strings.HasPrefix(s.Notice, "nothing is") })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("q ended with exit code %d: %s", code, w.stderr)
	}
}

func TestFramesAndScreenshotOfARealWindow(t *testing.T) {
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := start(t, screen(t), child{Title: "hooke frames", Side: 8, Frames: 5, Screenshot: screenshot})
	frames := 0
	for s := range w.status {
		frames = s.Frame
	}
	if code := w.ends(); code != 0 || frames != 5 {
		t.Fatalf("%d frames, want 5; exit code %d: %s", frames, code, w.stderr)
	}
	checkScreenshot(t, screenshot)
}

// A divergence in the window is a message and a pause; a reset clears it. With
// a number of frames it is an error.
func TestDivergenceInARealWindow(t *testing.T) {
	on := display(t)
	w := open(t, on, child{Title: "hooke diverges", Side: 4, DT: 1})
	w.until("the message", func(s session.Status) bool {
		return s.Paused && strings.Contains(s.Message, "diverged at step") && strings.Contains(s.Message, "safe step")
	})
	w.key("s")
	if s := w.settle(); s.Message == "" {
		t.Errorf("a step after the divergence: %+v", s)
	}
	w.key("r")
	w.until("the reset", func(s session.Status) bool { return s.Message == "" && s.Step == 0 })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}

	counted := start(t, on, child{Title: "hooke diverges", Side: 4, DT: 1, Frames: 1000})
	if code := counted.ends(); code != 1 || !strings.Contains(counted.stderr.String(), "diverged at step") {
		t.Errorf("with a number of frames: exit code %d: %s", code, counted.stderr)
	}
}

// checkScreenshot looks at the picture: of the window's size, the structure in
// the middle and not at the edges, the legend's colors at the right.
func checkScreenshot(t *testing.T, path string) {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	decoded := must.Get(png.Decode(file))(t)
	if decoded.Bounds() != image.Rect(0, 0, windowWidth, windowHeight) {
		t.Fatalf("the screenshot is %v, want %d × %d", decoded.Bounds(), windowWidth, windowHeight)
	}
	share := func(box image.Rectangle, is func(r, g, b uint32) bool) float64 {
		count := 0
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if r, g, b, _ := decoded.At(x, y).RGBA(); is(r>>8, g>>8, b>>8) {
					count++
				}
			}
		}
		return float64(count) / float64(box.Dx()*box.Dy())
	}
	bright := func(r, g, b uint32) bool { return r+g+b > 270 }
	middle := image.Rect(300, 200, 500, 400)
	if s := share(middle, bright); s < 0.10 {
		t.Errorf("%.1f %% of the middle is bright: the structure is not there", 100*s)
	}
	for _, edge := range []image.Rectangle{image.Rect(0, 300, 30, 500), image.Rect(380, 0, 680, 20)} {
		if s := share(edge, bright); s > 0.02 {
			t.Errorf("%.1f %% of the edge %v is bright: the structure is not inside the frame", 100*s, edge)
		}
	}
	legend := image.Rect(640, 150, 800, 450)
	if share(legend, func(r, g, b uint32) bool { return r > 170 && g < 40 && b < 70 }) == 0 ||
		share(legend, func(r, g, b uint32) bool { return r < 80 && g < 100 && b > 175 }) == 0 {
		t.Error("the legend lacks the ends of the color map")
	}
}

func TestNoDisplayIsAPlainError(t *testing.T) {
	for _, c := range []struct {
		name, display, wayland string
		want                   []string
	}{
		{"none", "", "", []string{"viewer: cannot open display: neither DISPLAY nor WAYLAND_DISPLAY", "--offscreen FILE.png"}},
		{"wayland only", "", "wayland-0", []string{"Xwayland", "--offscreen FILE.png"}},
		{"nobody answers", ":987", "", []string{`viewer: cannot open display ":987": X11`, "--offscreen FILE.png"}},
	} {
		var logged strings.Builder // by GLFW, which would write on the user's terminal
		log.SetOutput(&logged)
		t.Cleanup(func() { log.SetOutput(os.Stderr) })
		t.Setenv("DISPLAY", c.display)
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		m, err := build.Cube(0)
		must.Do(t, err)
		_, err = viewer.Run(session.Options{Subject: draw.Subject{Model: m}, New: func(*glx.Context, *model.Model, model.Params) (draw.DrawnEngine, error) {
			t.Error("the engine was made without a window")
			return nil, nil
		}})
		if logged.Len() > 0 {
			t.Errorf("%s: beside the error there is a message: %s", c.name, logged.String())
		}
		must.Hold(t, log.Writer() == &logged, "%s: the log does not go where it went before", c.name)
		if err != nil && (strings.Contains(err.Error(), "NotInitialized") || strings.Contains(err.Error(), "PlatformError")) {
			t.Errorf("%s: the error speaks of GLFW's inside: %v", c.name, err)
		}
		if !errors.Is(err, viewer.ErrNoDisplay) {
			t.Errorf("%s: error %v, want ErrNoDisplay", c.name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q lacks %q", c.name, err, want)
			}
		}
	}
}

// The message on a driver that is too old has its version and its name, the required version, and the
// features that work without it.
func TestOldOpenGLIsAPlainError(t *testing.T) {
	on := screen(t)
	for _, c := range []struct{ setting, found string }{
		{"MESA_GL_VERSION_OVERRIDE=4.2", "found 4.2"},
		{"MESA_GL_VERSION_OVERRIDE=3.1", "found 3.1"},
		{"MESA_EXTENSION_OVERRIDE=-GL_ARB_compute_shader", "found 4.2"}, // without it Mesa is no 4.3
	} {
		w := start(t, on, child{Title: "hooke old", Side: 3, Environment: []string{c.setting}})
		must.Be(t, w.ends(), 1, "%s: exit code", c.setting)
		for _, want := range []string{"viewer: a window needs OpenGL 4.3 (compute shaders)", c.found, " on llvmpipe", "--offscreen FILE.png", "hooke run", "hooke render"} {
			if !strings.Contains(w.stderr.String(), want) {
				t.Errorf("%s: the message lacks %q: %s", c.setting, want, w.stderr)
			}
		}
	}
}

// A paused window sleeps: it draws nothing, and takes next to no time of a processor.
func TestPausedWindowSleeps(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the time of a process is read from /proc")
	}
	w := open(t, display(t), child{Title: "hooke idle", Side: 4, Paused: true})
	frame := w.settle().Frame
	taken := func() time.Duration { // by the process [10 ms]
		stat := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.command.Process.Pid)))(t)
		_, after, _ := strings.Cut(string(stat), ") ") // behind its name: state, parent, ...
		fields := strings.Fields(after)
		user := must.Get(strconv.Atoi(fields[11]))(t)
		system := must.Get(strconv.Atoi(fields[12]))(t)
		return time.Duration(user+system) * 10 * time.Millisecond
	}
	const (
		wall = 2 * time.Second
		most = wall / 10 // that it wakes four times a second takes less than a hundredth
	)
	before := taken()
	time.Sleep(wall)
	if took := taken() - before; took > most {
		t.Errorf("paused for %v it takes %v of a processor, want at most %v", wall, took, most)
	}
	if now := w.settle().Frame; now != frame {
		t.Errorf("paused it drew %d pictures", now-frame)
	}
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}
