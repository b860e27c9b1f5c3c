package open

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
)

// A preset with settings equal to its own is the same preset, to the last bit: its step, its parameters and
// its structure.
func TestSettingsLeaveTheRest(t *testing.T) {
	for _, p := range preset.All() {
		o := scene.Options{}
		if p.Name == "lattice" || p.Name == "canon" || p.Name == "spot" {
			continue // as the others, and large
		}
		want := must.Get(Scene(p.Name, o))(t)
		o.Set = "run.seed=0"
		got, err := Scene(p.Name, o)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if !reflect.DeepEqual(got.Model.RestPosition, want.Model.RestPosition) || !reflect.DeepEqual(got.Model.Materials, want.Model.Materials) || got.Params.DT != want.Params.DT ||
			!reflect.DeepEqual(got.Params.Contacts, want.Params.Contacts) || !reflect.DeepEqual(got.Params.Actuators, want.Params.Actuators) || got.Params.Substeps != want.Params.Substeps {
			t.Errorf("%s: with a setting that changes nothing the scene is another", p.Name)
		}
	}
}

// Settings change presets and scene files. Where a structure becomes stiffer, a step that was
// chosen is chosen anew; options of the command line go before settings; meshes have no keys.
func TestSettingsOfScenes(t *testing.T) {
	open := func(name, set string, o scene.Options) *scene.Scene {
		t.Helper()
		o.Set = set
		return must.Get(Scene(name, o))(t)
	}
	if s := open("walker", "actuator[*].phase=0.5\ncontact.static_friction=0.9", scene.Options{}); s.Params.Actuators[11].Phase != 0.5 || s.Params.Contacts[0].StaticFriction != 0.9 {
		t.Errorf("walker: %+v", s.Params)
	}
	soft, stiff := open("rope", "", scene.Options{}), open("rope", "mesh.stiffness=1e6", scene.Options{})
	must.Hold(t, stiff.Params.DT < soft.Params.DT/2, "rope: dt = %g s where %g was of softer springs", stiff.Params.DT, soft.Params.DT)
	if s := open("cube", "run.dt=1e-5\nrun.solver=rk4", scene.Options{DT: 2e-5}); s.Params.DT != 2e-5 || s.Params.Integrator != model.RK4 {
		t.Errorf("cube: dt %g s, %v", s.Params.DT, s.Params.Integrator)
	}
	path := scenetest.Write(t, "x.toml", clothBeside)
	if s := open(path, "mesh[0].masses=[3, 4]", scene.Options{}); s.Model.MassCount() != 12 {
		t.Errorf("a scene file: %d masses", s.Model.MassCount())
	}
	_, err := Scene("walker", scene.Options{Set: "contact[0].stiffness=9000\nrun.dt=1e-4\ncontact[*].stiffness=8000"})
	if wrong := (*scene.SettingError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "contact[0].stiffness=9000 has no effect: contact[*].stiffness=8000, which comes later, sets the same number; leave one out\n    contact[0].stiffness=9000\n    ^^^^^^^^^^^^^^^^^^^^^^^^^") {
		t.Errorf("a setting that another overwrites: %v", err)
	}
	mesh := scenetest.Write(t, "x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	_, err = Scene(mesh, scene.Options{Set: "run.dt=1"})
	if fault := (*scene.OptionError)(nil); !errors.As(err, &fault) || fault.Option != "set" {
		t.Errorf("a mesh: %v", err)
	}
}
