//go:build !headless

package viewer_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
	"hooke/run/export"
	"hooke/scene"
	sceneopen "hooke/scene/open"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
	"hooke/viewer/viewertest"
)

// childVariable holds the order to be a window instead of a test.
const childVariable = "HOOKE_VIEWER_TEST_WINDOW"

// child names the job of the window's process.
type child struct {
	Title       string
	Side        int     // masses along the lattice's edges
	DT          float64 // [s]; zero: safe
	Paused      bool
	Frames      int
	Screenshot  string
	Record      string // folder of pictures; empty: nothing is recorded
	FilmNow     bool
	Tape        int      // frames of a recorded run to be shown; 0: the lattice is stepped
	Names       []string // presets or files instead of the lattice, which are watched
	Environment []string `json:"-"`
}

func TestMain(m *testing.M) {
	order := os.Getenv(childVariable)
	if order == "" {
		os.Exit(m.Run())
	}
	var c child
	err := json.Unmarshal([]byte(order), &c)
	if err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// last writes the screenshot, if one is ordered.
func (c child) last() func(*image.RGBA) error {
	if c.Screenshot == "" {
		return nil
	}
	return func(picture *image.RGBA) error { return export.WritePNG(c.Screenshot, picture) }
}

// run opens the window in a debug context; a leak is an error.
func (c child) run() error {
	if len(c.Names) > 0 {
		return c.runNames()
	}
	m, err := build.Lattice(build.LatticeSpec{Nx: c.Side, Ny: c.Side, Nz: c.Side, Spacing: 0.01, Mass: 1e-3,
		Stiffness: 500, DampingRatio: 0.05, Bottom: 0.02})
	if err != nil {
		return err
	}
	p := model.Params{DT: c.DT, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1000, 0.1).WithFriction(0.8, 0.6)}}
	if p.DT == 0 {
		p.DT = physics.AutoStep(m, p)
	}
	var ctx *glx.Context
	o := session.Options{
		Title: c.Title, Width: windowWidth, Height: windowHeight,
		Subject: draw.Subject{Model: m, Params: p}, Paused: c.Paused, Frames: c.Frames,
		Last: c.last(), Recording: c.recording(),
		EachFrame: report(os.Stdout), Debug: true,
		New: func(made *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			ctx = made
			if c.Tape > 0 {
				return viewertest.NewRisingTape(ctx, m, c.Tape)
			}
			return gpu.New(ctx, m, p, gpu.Options{Drawing: true, KeepLastGood: true, Timers: true})
		},
	}
	figures, err := runObeying(o)
	if err != nil {
		return err
	}
	if live := ctx.Live(); len(live) > 0 {
		return fmt.Errorf("objects never released: %v", live)
	}
	if figures.Masses != m.MassCount() || figures.Springs != m.SpringCount() {
		return errors.New("figures name other counts than the model has")
	}
	return nil
}

const windowWidth, windowHeight = 800, 600

// runNames opens a window that obeys lines of standard input: "drop FILE FILE". Objects that remain in any of
// its contexts are an error.
func (c child) runNames() error {
	var contexts []*glx.Context // lost ones, too
	make := func(made *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
		contexts = append(contexts, made)
		return gpu.New(made, m, p, gpu.Options{Drawing: true, KeepLastGood: true, Timers: true})
	}
	first, err := openNames(c.Names)
	if err != nil {
		return err
	}
	o := session.Options{
		Title: c.Title, Width: windowWidth, Height: windowHeight, Subject: first.Subject, Paused: c.Paused, Frames: c.Frames, Last: c.last(),
		EachFrame: report(os.Stdout), Debug: true, New: make,
		Open: openNames, Again: first.Again, Files: first.Files, Turn: first.Turn, Greeting: first.Greeting,
	}
	if _, err := runObeying(o); err != nil {
		return err
	}
	for _, ctx := range contexts {
		if live := ctx.Live(); len(live) > 0 {
			return fmt.Errorf("objects never released: %v", live)
		}
	}
	return nil
}

// runObeying opens a window that obeys standard input.
func runObeying(o session.Options) (draw.Figures, error) {
	orders := orders()
	return viewer.RunWith(o, func(h viewer.Hand) {
		select {
		case line := <-orders:
			h.Obey(strings.Fields(line))
		default:
		}
	})
}

// orders are the lines of standard input.
func orders() <-chan string {
	lines := make(chan string)
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines
}

// openNames opens presets and files, as the program does.
func openNames(names []string) (*session.Opened, error) { return openTurned(names, "") }

// openTurned opens them with an axis up, and a mesh turned on to y and back.
func openTurned(names []string, up string) (*session.Opened, error) {
	o := scene.Options{Up: up}
	files := []string{}
	for _, name := range names {
		files = append(files, sceneopen.Files(name, o)...)
	}
	s, err := sceneopen.SideBySide(names, o)
	if err != nil {
		return &session.Opened{Files: files}, err
	}
	opened := &session.Opened{
		Title: "hooke: " + s.Name, Subject: draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}, Notes: s.Report.Notes,
		Files: files, Again: func() (*session.Opened, error) { return openTurned(names, up) },
	}
	if len(names) == 1 && sceneopen.IsMeshFile(names[0]) {
		opened.Turn = func() (*session.Opened, error) {
			return openTurned(names, map[string]string{"": "y", "y": "z", "z": "y"}[up])
		}
		opened.Greeting = "z is taken as up: u turns it"
	}
	return opened, nil
}

// A real window plays a recorded run, by keys and by the mouse on its time line.
func TestTapeInARealWindow(t *testing.T) {
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := open(t, display(t), child{Title: "hooke tape", Side: 6, Paused: true, Tape: 9, Screenshot: screenshot})
	w.key("Right")
	w.until("the second frame", func(s session.Status) bool { return s.Step == 1 && math.Abs(s.Time-viewertest.RisingPause) < 1e-9 })
	w.key("End")
	w.until("the last frame", func(s session.Status) bool { return s.Step == 8 })
	w.key("Home")
	w.until("the first frame", func(s session.Status) bool { return s.Step == 0 })
	w.key("space")
	w.until("playing", func(s session.Status) bool { return s.Step >= 2 && !s.Paused })
	w.until("the end", func(s session.Status) bool { return s.Step == 8 && s.Paused })
	// Along the time line, 78 pixels above the lower edge of the window.
	w.drag(1, 40, windowHeight-78, windowWidth/2, windowHeight-78)
	w.until("the middle", func(s session.Status) bool { return s.Step == 4 || s.Step == 5 })
	w.key("Home")
	w.until("the first frame again", func(s session.Status) bool { return s.Step == 0 })
	// A lost context goes back to the frame.
	w.key("Right")
	w.until("the second frame again", func(s session.Status) bool { return s.Step == 1 })
	w.order("lose")
	w.until("a new context", func(s session.Status) bool {
		return strings.Contains(s.Notice, "the graphics device was reset") && s.Step == 1
	})
	w.window = w.xdotool("search", "--name", "hooke tape")
	w.xdotool("windowfocus", "--sync", w.window)
	w.settle()
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
}
