//go:build !headless

package viewer_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
	sceneopen "hooke/scene/open"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

// runNames opens a window that opens what it is told on standard input: "drop FILE
// FILE" in a line. Objects that are left in any of its contexts are an error.
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

// runObeying opens a window that does what comes on standard input.
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
