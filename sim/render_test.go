package sim_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/sim"
)

// Pages and meshes show the state that is now, or the frames that were kept, of a time that ascends.
func TestRender(t *testing.T) {
	s := opened(t, "cube", `{"engine": "cpu"}`)
	path := filepath.Join(t.TempDir(), "page.html")
	wrote := func(options string) *sim.RenderReport {
		t.Helper()
		look := must.Get(sim.ParseLook(path, []byte(options)))(t)
		return must.Get(s.Render(path, look))(t)
	}
	must.Be(t, wrote("").Frames, 1, "frames of a page of the state that is now")
	for range 5 {
		must.Do(t, s.Step(30))
		must.Do(t, s.Keep())
	}
	must.Do(t, s.Keep()) // the same state
	must.Be(t, wrote(`{"color": "force"}`).Frames, 5, "frames")
	must.Be(t, wrote(`{"frames": 3}`).Frames, 3, "frames of a page that has fewer")
	must.Be(t, len(s.Info().Rendered.Notes), 0, "notes on a page that has as many frames as were asked for")
	must.Hold(t, bytes.Contains(must.Get(os.ReadFile(path))(t), []byte("cube")), "the page does not name the scene")

	path = filepath.Join(t.TempDir(), "cube.glb")
	must.Be(t, wrote(`{"show": "surface"}`).Frames, 5, "key frames of a mesh")
	must.Be(t, wrote(`{"frames": 2}`).Frames, 2, "key frames of a mesh that has fewer")
	must.Hold(t, bytes.HasPrefix(must.Get(os.ReadFile(path))(t), []byte("glTF")), "the mesh is no binary glTF")
	must.Say(t, "colors of a mesh", must.Err(sim.ParseLook(path, []byte(`{"color": "force"}`))), `"color" is none`)
	must.Say(t, "a film", must.Err(sim.ParseLook("cube.mp4", nil)), "ends in .html (a page), .glb or .usda")
	path = filepath.Join(t.TempDir(), "page.html")
	must.Do(t, s.Reset())
	for range 1100 {
		must.Do(t, s.Step(1))
		must.Do(t, s.Keep())
	}
	must.Be(t, wrote(`{"frames": 1000}`).States, 275, "states of 1100, of which every fourth stays")
	wrote("")
	must.Be(t, fmt.Sprint(s.Info().Rendered.Notes), "[250 of 275 states are shown, evenly chosen.]", "notes on a page that shows fewer")
	must.Say(t, "an option that is none", must.Err(sim.ParseLook(path, []byte(`{"colour": "force"}`))), `did you mean "color"`)
	s.Close()
	must.Say(t, "a closed structure", s.Keep(), "closed")
}

// A live view begins with a page, takes frames, and begins anew where the structure leaves the page and where the time goes back.
func TestLive(t *testing.T) {
	s := opened(t, "cube", `{"engine": "cpu"}`)
	refused := func() error {
		_, err := s.Push()
		return err
	}
	must.Say(t, "a view that was not begun", refused(), "no live view")
	must.Do(t, s.Live(must.Get(sim.ParseLook("", []byte(`{"color": "speed"}`)))(t)))
	kind := func(want string) {
		t.Helper()
		text := string(must.Get(s.Push())(t))
		must.Hold(t, strings.HasPrefix(text, want), "the text begins with %.40q, not %q", text, want)
	}
	kind("<!DOCTYPE html>")
	for range 3 {
		must.Do(t, s.Step(100))
		var time [1]float64
		must.Do(t, s.Read("time", time[:]))
		kind(fmt.Sprintf(`{"time":%v,"blocks":[{"thing":0,"table":"x",`, time[0]))
	}
	x := make([]float64, 3*s.Masses())
	for i := range x {
		x[i] = float64(i%3) + 100
	}
	must.Do(t, s.Place(x, nil))
	kind("<!DOCTYPE html>")
	kind(`{"time":`)
	must.Do(t, s.Reset())
	kind("<!DOCTYPE html>")
	must.Say(t, "frames of a live view", must.Err(sim.ParseLook("", []byte(`{"frames": 3}`))), `"frames" is none`)
	must.Do(t, s.Live(must.Get(sim.ParseLook("", []byte(`{"max_size": "10kB"}`)))(t)))
	must.Say(t, "a page of too many bytes", refused(), "allow more")
	s.Close()
	must.Say(t, "a closed structure", refused(), "closed")
}
