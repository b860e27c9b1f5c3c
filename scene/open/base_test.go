package open

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
	"hooke/scene/toml/parse"
)

// The text of a scene with settings is its own canonical text, and makes the same scene, to the
// last bit, as the settings do.
func TestTextOfABaseMakesTheSameScene(t *testing.T) {
	path := scenetest.Write(t, "x.toml", "# a comment\n[let]\nfast = 2.0 # m/s\n"+clothBeside+"\n[wind]\nvelocity = [\"$fast\", 0, 0]\n")
	for name, settings := range map[string][]string{
		"walker": {"actuator[*].phase=0.25", "contact.static_friction=0.9", "run.gravity=[0, 0, -1.6]"},
		"rope":   {"mesh.stiffness=1e6", `name="a \"new\" name µ\\"`},
		path:     {"let.fast=3.5", "mesh[0].masses=[3,4]"},
	} {
		b := must.Get(NewBase(name))(t)
		settled := must.Get(b.Judge(settings))(t)
		text := settled.Text
		if again, err := parse.Canonical([]byte(text), "x.toml"); err != nil || again != text {
			t.Errorf("%s: the text is not canonical: %v\n%s", name, err, again)
		}
		want, err := b.Scene(settings)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		written := must.Get(NewBase(scenetest.Write(t, "x.toml", text)))(t)
		got, err := written.Scene(nil)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if model.Fingerprint(got.Model, got.Params) != model.Fingerprint(want.Model, want.Params) || got.Name != want.Name {
			t.Errorf("%s: the written scene is another one:\n%s", name, text)
		}
		plain := must.Get(b.Scene(nil))(t)
		must.Hold(t, model.Fingerprint(plain.Model, plain.Params) != model.Fingerprint(want.Model, want.Params), "%s: settings change nothing", name)
	}
}

// A base without settings is the scene that Scene opens.
func TestBaseIsTheScene(t *testing.T) {
	for _, p := range preset.All() {
		if p.Name == "lattice" || p.Name == "canon" || p.Name == "spot" {
			continue // as the others, and large
		}
		b := must.Get(NewBase(p.Name))(t)
		if _, err := b.Judge(nil); err != nil {
			t.Error(err)
		}
		got := must.Get(b.Scene(nil))(t)
		want := must.Get(Scene(p.Name, scene.Options{Set: "run.seed=0"}))(t)
		must.Hold(t, model.Fingerprint(got.Model, got.Params) == model.Fingerprint(want.Model, want.Params), "%s: another scene", p.Name)
	}
}

// The digest of a base changes with the content of the scene and of the files that it names, and with nothing
// else.
func TestDigestOfABase(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	const mesh, of = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "[[mesh]]\nfile = \"a.obj\"\nas = \"cloth\"\n"
	digest := func(text, mesh string) string {
		t.Helper()
		write("x.toml", text)
		write("a.obj", mesh)
		b := must.Get(NewBase(filepath.Join(folder, "x.toml")))(t)
		if with, err := b.Write([]string{"mesh.file=b.obj"}); err != nil || !slices.Equal(with.Files, []string{"b.obj"}) || b.Folder() != folder {
			t.Errorf("the scene names %q, %v", with.Files, err)
		}
		return must.Get(b.Digest())(t)
	}
	first := digest(of, mesh)
	must.Hold(t, digest("# words\n\n"+of, mesh) == first, "a comment changes the digest")
	must.Hold(t, digest(of+"density = 2\n", mesh) != first && digest(of, mesh+"v 2 2 2\n") != first, "another scene or mesh has the same digest")
	must.Do(t, os.Remove(filepath.Join(folder, "a.obj")))
	b := must.Get(NewBase(filepath.Join(folder, "x.toml")))(t)
	if _, err := b.Digest(); err == nil {
		t.Error("a mesh that is not there has a digest")
	}
	write("a.obj", mesh)
	for name, want := range map[string]string{filepath.Join(folder, "a.obj"): "is no scene file", "wlker": "did you mean \"walker\"?", filepath.Join(folder, "none.toml"): "neither a preset nor a file"} {
		must.Say(t, name, must.Err(NewBase(name)), want)
	}
}

// Numbers of keys are found in every table that a path names. A table without numbers is named.
func TestNumbersOfABase(t *testing.T) {
	b, err := NewBase("walker")
	must.Do(t, err)
	found := must.Get(b.Numbers("actuator[1..2].phase", []string{"actuator[2].phase=7"}))(t)
	if len(found) != 2 || found[1].Path != "actuator[2].phase" || found[1].Numbers[0] != 7 || found[1].List {
		t.Errorf("%+v", found)
	}
	if found, err = b.Numbers("run.gravity", nil); err != nil || len(found) != 1 || !found[0].List || found[0].Numbers[2] != -9.81 || found[0].Path != "run.gravity" {
		t.Errorf("%+v, %v", found, err)
	}
	for path, want := range map[string]string{"mesh[0].velocity": "mesh[0].velocity has no value in the scene", "actuator[0].wave": "nothing can be added", "actuatr.x": "did you mean \"actuator\"?", "actuator.phase": "there are 12 of actuator"} {
		must.Say(t, path, must.Err(b.Numbers(path, nil)), want)
	}
}

// A step that is chosen is rounded down to its class where the scene asks for that; one that is given is as given, and so is that of
// a solver that divides steps.
func TestStepsOfClasses(t *testing.T) {
	b := must.Get(NewBase("walker"))(t)
	step := func(settings ...string) float64 {
		s := must.Get(b.Scene(settings))(t)
		if class := s.Params.DT == physics.StepClass(s.Params.DT); s.Classed && !class {
			t.Errorf("%v: %g s is no class", settings, s.Params.DT)
		}
		return s.Params.DT
	}
	auto, class := step("mesh.stiffness=361"), step("mesh.stiffness=361", "run.dt=class")
	if auto == class || class != physics.StepClass(auto) || class != step("mesh.stiffness=377", "run.dt=class") || class == step("mesh.stiffness=2953", "run.dt=class") {
		t.Errorf("steps are %g s, and of classes %g s", auto, class)
	}
	must.Be(t, step("run.dt=class", "run.solver=implicit-euler"), 1./60, "a step of a picture, in s")
	must.Be(t, step("run.dt=3e-4"), 3e-4, "a step that is given, in s")
	must.Say(t, "another word", must.Err(b.Scene([]string{"run.dt=classy"})), `"auto" or "class"`)
	s, err := Scene("walker", scene.Options{Set: "run.dt=class", DT: 3e-4})
	if err != nil || s.Params.DT != 3e-4 || s.Classed {
		t.Errorf("with --dt: %v, %v", s, err)
	}
}
