package sim_test

import (
	"bytes"
	"os"
	"path/filepath"
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
	must.Say(t, "an option that is none", must.Err(sim.ParseLook(path, []byte(`{"colour": "force"}`))), `did you mean "color"`)
	s.Close()
	must.Say(t, "a closed structure", s.Keep(), "closed")
}
