package open_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
)

// madeAgain are the numbers that shape a structure, or that scenes do not take.
var madeAgain = []string{"mesh.spacing", "mesh.length", "mesh.move", "mass.position"}

// numbersOf are the paths of all plain numbers of a scene.
func numbersOf(b *open.Base) (out []parse.Found) {
	for _, table := range spec.Tables() {
		for number := range 64 {
			prefix := table.Name + "."
			if table.Many {
				prefix = fmt.Sprintf("%s[%d].", table.Name, number)
			}
			for _, key := range table.Keys {
				if found, err := b.Numbers(prefix+key.Name, nil); err == nil && key.Plain() {
					out = append(out, found...)
				}
			}
			if !table.Many {
				break
			}
		}
	}
	return out
}

// written is a setting with all numbers of a key times a factor.
func written(of parse.Found, factor float64) string {
	var texts []string
	for _, x := range of.Numbers {
		texts = append(texts, fmt.Sprint(x*factor))
	}
	if !of.List {
		return of.Path + "=" + texts[0]
	}
	return of.Path + "=[" + strings.Join(texts, ", ") + "]"
}

// told is all of a scene but notes.
func told(s *scene.Scene) map[string]any {
	s.Model.StateInArrays(s.Start)
	s.Model.InArrays()
	return map[string]any{"model": *s.Model, "params": s.Params, "start": *s.Start, "duration": s.Duration, "until": s.Until, "control": s.Control, "collisions": s.Collisions,
		"chosen": s.ChosenContacts, "seed": s.Seed, "pins": s.Pins, "name": s.Name, "source": s.Source, "outputs": s.Outputs, "classed": s.Classed}
}

// baseOf is a scene of that text, or the one of that name.
func baseOf(t *testing.T, text string) *open.Base {
	t.Helper()
	name := text
	if strings.Contains(text, "\n") {
		name = filepath.Join(t.TempDir(), "s.toml")
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return must.Get(open.NewBase(name))(t)
}

// compareVaried holds a scene with other numbers against the one that is made anew. It returns whether the numbers were written.
func compareVaried(t *testing.T, b *open.Base, first, second []string) bool {
	t.Helper()
	v, err := b.Vary(first)
	if err != nil {
		t.Fatalf("%v: %v", first, err)
	}
	if v == nil {
		return false
	}
	want, err := b.Scene(second)
	got, ok := v.With(second)
	switch {
	case !ok:
		return false
	case err != nil:
		t.Errorf("%v: there is a scene in spite of\n%v", second, err)
		return false
	}
	is, other := told(got), told(want)
	for what := range maps.Keys(other) {
		must.Hold(t, reflect.DeepEqual(is[what], other[what]), "%v after %v: another %s\n%+v\nwant\n%+v", second, first, what, is[what], other[what])
	}
	if again, ok := v.With(first); !ok || !reflect.DeepEqual(again.Params, sceneOf(t, b, first).Params) {
		t.Errorf("%v after %v: the first one has changed", first, second)
	}
	return true
}

func sceneOf(t *testing.T, b *open.Base, settings []string) *scene.Scene {
	t.Helper()
	return must.Get(b.Scene(settings))(t)
}

// A scene with other numbers in its settings is the one that is made anew, bit by bit, whichever number it is.
//
// Seen to fail: a step that is kept where gravity changes, on which quadratic drag depends.
func TestVariedScenesAreThoseMadeAnew(t *testing.T) {
	for _, text := range []string{variedScene, variedControl} {
		b := baseOf(t, text)
		numbers := numbersOf(b)
		if len(numbers) < 10 {
			t.Fatalf("%d numbers", len(numbers))
		}
		for _, of := range numbers {
			quick := compareVaried(t, b, []string{written(of, 1.01)}, []string{written(of, 1.02)})
			table, key, _ := strings.Cut(of.Path, ".")
			table, _, _ = strings.Cut(table, "[")
			if again := slices.Contains(madeAgain, table+"."+key); quick == again {
				t.Errorf("%s: written into the scene: %v", of.Path, quick)
			}
		}
	}
}

// Several settings at once, variables, all tables of a list, entries of lists, settings of presets with
// meshes, and selectors of the structure are as in a scene that is made anew.
func TestVariedScenesTakeSettingsTogether(t *testing.T) {
	joined := "[run]\nduration=1\n[[mesh]]\nmake=\"lattice\"\nname=\"a\"\nmasses=3\nspacing=0.1\nstiffness=500\n[[mesh]]\nmake=\"lattice\"\nname=\"b\"\nmasses=3\nspacing=0.1\nstiffness=400\nmove=[0.3,0,0]\n" +
		"[[join]]\nhow=\"connect\"\na=\"a\"\nb=\"b\"\ndistance=0.11\nstiffness=300\n[[material]]\nname=\"new\"\nreplaces=\"lattice\"\nstiffness=600\n[[material]]\nname=\"top\"\ngroup=\"a/top\"\nstiffness=900\n"
	truss := "[run]\n[[mesh]]\nmake=\"truss\"\nsize=[1,1,1]\nmodulus=1e5\nsprings=300\n"
	sheet := "[run]\n[[mesh]]\nmake=\"cloth\"\nmasses=4\nspacing=0.1\nstiffness=500\n"
	bent := sheet + "bend_rigidity=0.01\nbend_damping_ratio=0.1\n[[spin]]\naxis=[0,0,1]\nspeed=1\ndamping=0.1\n[[limit]]\na=0\nb=1\nc=2\nmax=170\nstiffness=1\n"
	for _, c := range []struct {
		text          string
		first, second string
		quick         bool
	}{
		{variedScene, "let.soft=310 let.phase=0.2 actuator.phase=1", "let.soft=290 let.phase=0.4 actuator.phase=1", true},
		{variedScene, "let.soft=310 material[*].stiffness=400 mesh[1].stiffness=210", "let.soft=320 material[*].stiffness=500 mesh[1].stiffness=220", true},
		{variedScene, "run.gravity[2]=-9.5 mesh[0].velocity[0..1]=0.2 contact[0].normal[0]=0.2", "run.gravity[2]=-8.5 mesh[0].velocity[0..1]=0.3 contact[0].normal[0]=0.3", true},
		{variedScene, "contact[*].stiffness=300 contact[1].stiffness=500", "contact[*].stiffness=310 contact[1].stiffness=510", true},
		{variedScene, "run.dt=1e-4 material[better].stiffness=500", "run.dt=2e-4 material[better].stiffness=510", true},
		{variedScene, "run.dt=class material[better].stiffness=500", "run.dt=class material[better].stiffness=910", true},
		{variedScene, "run.solver=rk4 material[better].stiffness=500", "run.solver=rk4 material[better].stiffness=910", true},
		{variedScene, "run.seed=3 wind.gust=0.2", "run.seed=3 wind.gust=0.5", true},
		{variedScene, "run.seed=3 wind.gust=0.2", "run.seed=4 wind.gust=0.2", true},
		{variedScene, "run.seed=0", "run.seed=4", true},
		{variedControl, "run.seed=1 sensor[*].noise=0.1", "run.seed=2 sensor[*].noise=0.1", true},
		{"quadruped", "run.seed=0 mesh.density=900", "run.seed=1 mesh.density=900", true},
		{truss, "run.seed=1 run.gravity=[0,0,-1]", "run.seed=2 run.gravity=[0,0,-2]", false},
		{truss, "run.seed=1 mesh.seed=7", "run.seed=2 mesh.seed=7", true},
		{"walker", "actuator[*].phase=1 actuator[3].amplitude=0.1", "actuator[*].phase=2 actuator[3].amplitude=0.11", true},
		{"walker", "mesh.density=900", "mesh.density=1100", false}, // a preset makes it
		{"jelly", "contact.damping=3 run.gravity=[0,0,-1]", "contact.damping=4 run.gravity=[0,0,-2]", true},
		{sheet, "run.solver=impulses mesh.stiffness=300", "run.solver=impulses mesh.stiffness=90000", true},
		{sheet, "mesh.density=0.3", "mesh.density=0.4", true},
		{sheet, "run.quadratic_drag=0.3 run.gravity=[0,0,-1]", "run.quadratic_drag=0.4 run.gravity=[0,0,-2]", true},
		{joined, "material[new].stiffness=610 material[top].stiffness=910", "material[new].stiffness=620 material[top].stiffness=920", true},
		{bent, "spin.speed=2", "spin.speed=3", true},
		{bent, "limit.max=160 spin.damping=0.2", "limit.max=150 spin.damping=0.3", true},
		{bent, "mesh.bend_rigidity=0.02", "mesh.bend_rigidity=0.03", false},
		{bent, "mesh.density=0.3", "mesh.density=0.4", false}, // dampers of hinges follow from masses
		{joined, "mesh[0].stiffness=610", "mesh[0].stiffness=620", false},
		{joined, "join.stiffness=610", "join.stiffness=620", false},
		{joined + "[collision]\n", "material[new].stiffness=610", "material[new].stiffness=620", false},
		{joined + "[collision]\n", "run.gravity=[0,0,-1]", "run.gravity=[0,0,-2]", true},
		{joined + "[collision]\n", "collision.stiffness=610", "collision.stiffness=620", false},
		{variedScene, "let.soft=310", "let.soft=-310", false},
		{variedScene, "run.gravity=[0,0,-1]", "run.gravity=[0,1,-1]", false},
		{variedScene, "run.gravity=[0,0,-1]", "run.gravity=[0,-1]", false},
		{variedScene, "run.solver=rk4", "run.solver=verlet", false},
		{variedScene, "mesh[2].cells=2", "mesh[2].cells=3", false},
		{variedScene, "let.soft=310", "let.phase=310", false},
		{variedScene, "let.soft=310", "let.soft=310 let.phase=1", false},
		{variedScene, "let.soft=310", "let.soft=$phase", false},
		{variedScene, "material[top].name=up material[up].stiffness=3", "material[top].name=up material[up].stiffness=4", false},
		{variedScene, "contact[0].kinetic_friction=0.5", "contact[0].kinetic_friction=0.7", false}, // more than the static one
		{variedScene, "contact[0].offset=-0.4", "contact[0].offset=0.8", false},                    // masses are in it
		{variedScene, "contact[0].offset=0.8", "contact[0].offset=0.9", false},
		{variedScene, "contact[1].radius=1e-30", "contact[1].radius=1e-31", false},
		{variedScene, "material[better].damping_ratio=0", "material[better].damping_ratio=0.2", false},
	} {
		b := baseOf(t, c.text)
		if quick := compareVaried(t, b, strings.Fields(c.first), strings.Fields(c.second)); quick != c.quick {
			t.Errorf("%s: written into the scene: %v", c.second, quick)
		}
	}
}
