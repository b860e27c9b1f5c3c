//go:build !headless

package viewer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"os"
	"testing"

	"hooke/export/pictures"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/session"
	"hooke/viewer/viewertest"
)

// childVariable holds the order to be a window instead of a test.
const childVariable = "HOOKE_VIEWER_TEST_WINDOW"

// child says what the window's process is to do.
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
	return func(picture *image.RGBA) error { return pictures.WritePNG(c.Screenshot, picture) }
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
