package meshfile_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/scenetest"
	"hooke/scene/tune"
)

const (
	squareFile = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 1 3 4\n"
	linesFile  = "v 0 0 0\nv 1 0 1\nv 2 0 0\nl 1 2 3 1\n"
)

// ready returns the scene of a file, with all choices that the options leave open.
func ready(path string, o scene.Options) (*scene.Scene, error) {
	if err := errors.Join(o.Validate(), o.OnlyFor(path, scene.FileOptions())); err != nil {
		return nil, err
	}
	s, err := meshfile.Open(path, o)
	if err != nil {
		return nil, err
	}
	return tune.Finish(s, path, o), nil
}

func TestFiles(t *testing.T) {
	soup := "" // the cube, every polygon with vertices of its own
	points := strings.Split(strings.TrimSpace(scenetest.CubePoints), "\n")
	for _, face := range strings.Split(strings.TrimSpace(scenetest.CubeFaces), "\n") {
		var a, b, c, d int
		must.Do(t, must.Err(fmt.Sscanf(face, "f %d %d %d %d", &a, &b, &c, &d)))
		soup += strings.Join([]string{points[a-1], points[b-1], points[c-1], points[d-1], "f -4 -3 -2 -1", ""}, "\n")
	}
	for _, c := range []struct {
		name, text string
		o          scene.Options
		as         string
		masses     int
		notes      []string
	}{
		{"closed", scenetest.CubePoints + scenetest.CubeFaces, scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, nil},
		{"closed, by count", scenetest.CubePoints + scenetest.CubeFaces, scene.Options{Springs: 5000, Fill: "lattice"}, "fill", -1, nil},
		{"closed, as cloth", scenetest.CubePoints + scenetest.CubeFaces, scene.Options{As: "cloth"}, "cloth", 8, nil},
		{"soup", soup, scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, []string{"16 vertices were joined"}},
		{"scaled", scenetest.CubePoints + scenetest.CubeFaces, scene.Options{Pitch: 0.024, Scale: 0.1}, "fill", 5 * 9 * 13, nil},
		{"with lines", scenetest.CubePoints + scenetest.CubeFaces + "l 1 7\n", scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, []string{"1 lines were not used"}},
		{"open", squareFile, scene.Options{}, "cloth", 4, []string{"1 vertices belong to nothing"}},
		{"degenerate", squareFile + "f 1 1 2\n", scene.Options{}, "cloth", 4, []string{"1 degenerate", "1 vertices belong to nothing"}},
		{"inside out in parts", strings.Replace(scenetest.CubePoints+scenetest.CubeFaces, "f 5 6 7 8\nf", "f", 1), scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, nil},
		{"lines", linesFile, scene.Options{}, "lines", 3, nil},
		{"lines of a mesh", squareFile + "l 1 3\n", scene.Options{As: "lines"}, "lines", 2, []string{"2 polygons were not used", "3 vertices belong"}},
	} {
		s, err := ready(scenetest.Write(t, "mesh.obj", c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		scenetest.Sound(t, s)
		if s.Report.As != c.as || (c.masses >= 0 && s.Model.MassCount() != c.masses) || s.Name != "mesh.obj" {
			t.Errorf("%s: %q became %s with %d masses, want %s with %d", c.name, s.Name, s.Report.As, s.Model.MassCount(), c.as, c.masses)
		}
		for _, note := range c.notes {
			if !slices.ContainsFunc(s.Report.Notes, func(n string) bool { return strings.Contains(n, note) }) {
				t.Errorf("%s: notes %q, want %q", c.name, s.Report.Notes, note)
			}
		}
		must.Hold(t, len(s.Report.Notes) == len(c.notes), "%s: notes %q, want %d", c.name, s.Report.Notes, len(c.notes))
		// The ground is just beneath, and nothing has been moved sideways or up.
		lo, hi := s.Model.Bounds()
		ground, ok := s.Params.GroundHeight()
		if !ok {
			t.Fatalf("%s: there is no ground", c.name)
		}
		if gap := (lo[2] - ground) / scene.Largest(hi.Sub(lo)); !scenetest.Within(gap, scenetest.MeshDrop, 1e-6) {
			t.Errorf("%s: the ground is %g sizes below", c.name, gap)
		}
	}
}

func TestFileReport(t *testing.T) {
	s := must.Get(ready(scenetest.Write(t, "mesh.obj", scenetest.CubePoints+scenetest.CubeFaces+"v 5 5 5\nf 1 1 2\nl 1 2\n"), scene.Options{Pitch: 0.24}))(t)
	r := s.Report
	if r.Vertices != 9 || r.Polygons != 6 || r.Triangles != 12 || r.Lines != 1 || r.Elements() != 7 || r.Degenerate != 1 ||
		r.Topology.Boundary != 0 || r.Topology.Isolated != 1 || r.Fill.Pitch != 0.24 || r.Fill.Dropped != 0 {
		t.Errorf("report %+v", r)
	}
}

func TestUpAndPin(t *testing.T) {
	path := scenetest.Write(t, "mesh.obj", scenetest.CubePoints+scenetest.CubeFaces)
	for up, size := range map[string]model.Vec3{"": {1, 2, 3}, "z": {1, 2, 3}, "y": {1, 3, 2}, "x": {3, 2, 1}} {
		s := must.Get(ready(path, scene.Options{As: "cloth", Up: up}))(t)
		if lo, hi := s.Model.Bounds(); hi.Sub(lo) != size {
			t.Errorf("up %q: size %v, want %v", up, hi.Sub(lo), size)
		}
	}
	for pin, want := range map[string]int{"": 0, "none": 0, "top": 4, "bottom": 4} {
		s := must.Get(ready(path, scene.Options{As: "cloth", Pin: pin}))(t)
		count := 0
		for i, p := range s.Model.RestPosition {
			if s.Model.PinOf(i) == model.PinAll {
				count++
				if (pin == "top") != (p[2] == 13) {
					t.Errorf("pin %s holds a mass at %v", pin, p)
				}
			}
		}
		must.Be(t, count, want, "pin %q holds masses", pin)
	}
}

// A mesh behaves alike at any scale: lengths 1,000 times larger make steps
// √1,000 times longer, all else equal.
func TestScaleOfMesh(t *testing.T) {
	path := scenetest.Write(t, "mesh.obj", scenetest.CubePoints+scenetest.CubeFaces)
	a, errA := ready(path, scene.Options{Pitch: 0.24})
	b, errB := ready(path, scene.Options{Pitch: 240, Scale: 1000})
	must.Do(t, errors.Join(errA, errB))
	const root = 31.6227766 // √1000
	if !scenetest.Within(b.Params.DT/a.Params.DT, root, 1e-6) || !scenetest.Within(b.Duration/a.Duration, root, 1e-6) {
		t.Errorf("steps %g and %g s, durations %g and %g s", a.Params.DT, b.Params.DT, a.Duration, b.Duration)
	}
}
