package parse_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene/toml/parse"
)

// written is a scene file without faults that has a value of each kind.
const written = `name = "two words"

[run]
dt = 2.5e-4
gravity = [0, 0, -1.5]
seed = 9_007_199_254_740_993

[[mesh]]
name = "a"
make = "cloth"
masses = [4, 0x10]
spacing = 1_0.5
stiffness = +100
turn = [90, 0, 90]

[[mesh]]
name = "b"
file = "b.obj"
undamped = true

[[contact]]
shape = "plane"
normal = [3, 0, 4]

[[force]]
force = [0, 0, 1]
group = ["a", "b"]
table = [[0, 1], [0.5, -2]]

[[guide]]
kind = "path"
group = "a"
table = [[0, 0, 0, 0], [2, 1, -1, 0.25]]
`

// Keys are read as numbers, texts and lists of their kinds. Absent ones are zero, or the given default.
func TestValuesOfKeys(t *testing.T) {
	f := read(written)
	must.Do(t, f.Err())
	top, run, force := f.One(""), f.One("run"), f.One("force")
	must.Be(t, top.Text("name"), "two words", "name")
	for key, want := range map[string]float64{"dt": 2.5e-4, "duration": 7} {
		must.Be(t, run.Number(key, 7), want, "%s", key)
	}
	must.Be(t, run.Vector("gravity", model.Vec3{}), (model.Vec3{0, 0, -1.5}), "gravity")
	if got := run.Whole("seed"); got != 1<<53+1 { // no float64 holds it
		t.Errorf("seed is %d, want %d", got, 1<<53+1)
	}
	if got := f.One("contact").Direction("normal", model.Vec3{}); got.Sub(model.Vec3{0.6, 0, 0.8}).Len() > 1e-15 {
		t.Errorf("normal is %v, want [0.6 0 0.8]", got)
	}
	must.BeAll(t, force.Texts("group"), []string{"a", "b"}, "groups")
	must.BeAll(t, f.One("guide").Texts("group"), []string{"a"}, "one group")
	if got := force.Curve("table"); !slices.Equal(got.At, []float64{0, 0.5}) || !slices.Equal(got.Value, []float64{1, -2}) {
		t.Errorf("curve is %+v", got)
	}
	if got, want := f.One("guide").Path("table"), (model.PathPoint{Time: 2, Offset: model.Vec3{1, -1, 0.25}}); len(got) != 2 || got[1] != want {
		t.Errorf("path is %+v, want %+v last", got, want)
	}
}

// Tables of a list come in the order of the file, each with its own keys.
func TestTablesOfAList(t *testing.T) {
	f := read(written)
	var meshes []*parse.Table
	f.Each("mesh", func(t *parse.Table) { meshes = append(meshes, t) })
	if len(meshes) != 2 || meshes[0].Text("name") != "a" || meshes[1].Text("name") != "b" {
		t.Fatalf("%d meshes", len(meshes))
	}
	cloth, file := meshes[0], meshes[1]
	if got, err := cloth.Sizes("masses"); err != nil || got != [3]int{4, 16, 0} {
		t.Errorf("masses are %v, %v", got, err)
	}
	if got, err := file.Sizes("masses"); err != nil || got != [3]int{} {
		t.Errorf("masses that are not given are %v, %v", got, err)
	}
	if cloth.Number("spacing", 0) != 10.5 || cloth.Number("stiffness", 0) != 100 {
		t.Errorf("spacing %g, stiffness %g; want 10.5 and 100", cloth.Number("spacing", 0), cloth.Number("stiffness", 0))
	}
	if cloth.Flag("undamped") || !file.Flag("undamped") {
		t.Errorf("undamped: %v and %v, want false and true", cloth.Flag("undamped"), file.Flag("undamped"))
	}
	// A quarter about x takes y to z, which one about z leaves.
	if got := cloth.Turn("turn").Rotate(model.Vec3{0, 1, 0}); got.Sub(model.Vec3{0, 0, 1}).Len() > 1e-15 {
		t.Errorf("y is turned to %v, want z", got)
	}
	if got := file.Turn("turn"); got.W != 0 || got.V != (model.Vec3{}) {
		t.Errorf("no turn is %v", got)
	}
	if got := [2]int{f.LineOf(cloth), f.LineOf(file)}; got != [2]int{8, 16} {
		t.Errorf("the meshes are on lines %v, want 8 and 16", got)
	}
}

// A number beyond those of sizes is an error, not another number.
func TestSizesThatAreTooLarge(t *testing.T) {
	f := parse.Tables([]byte("[[mesh]]\nmasses = 2147483648\ncells = 2147483647\n"), "s.toml")
	must.Say(t, "masses", must.Err(f[1].Sizes("masses")), "2147483648 is too large")
	if got, err := f[1].Sizes("cells"); err != nil || got[0] != math.MaxInt32 {
		t.Errorf("cells are %v, %v", got, err)
	}
}

// A trial on a probe leaves no fault in the file, and a table in which something is wrong is not among those
// of Each.
func TestFaultsOfTables(t *testing.T) {
	f := read(written)
	probe := f.Probe()
	probe.FaultAt(probe.One("run"), "dt", "it is %s", "odd")
	must.Be(t, f.Err(), nil, "the file has the fault of its probe")
	const want = "s.toml:4:6: it is odd\n    dt = 2.5e-4\n         ^^^^^^"
	if got := probe.Err(); got == nil || got.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", got, want)
	}
	wrong := 0
	f.Each("mesh", func(t *parse.Table) { f.FaultIn(t, "no") })
	f.Each("mesh", func(*parse.Table) { wrong++ })
	if wrong != 0 || strings.Count(f.Err().Error(), ": no\n") != 2 {
		t.Errorf("%d meshes with faults are read; faults:\n%v", wrong, f.Err())
	}
}

// Files lie below the folder of the scene file.
func TestStray(t *testing.T) {
	for name, want := range map[string]string{"a/b.obj": "", "../a.obj": "leads out of the folder of the scene file", "/a.obj": "an absolute path"} {
		if got := parse.Stray(name); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// The canonical text of a scene has one layout, whatever that of the file was, with settings in it.
func TestCanonical(t *testing.T) {
	want := "name = \"x\"\n\n[run]\ndt = 2e-4\ngravity = [0, 0, -1.5]\n\n[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 1\n\n[wind]\nvelocity = [1, 0, 0]\n"
	for _, text := range []string{
		"# words\nname='x'\n[run]\ndt = 1e-3 # s\ngravity = [ 0,0,\n  -1.5 ]\n\n\n[[ mesh ]]\nmake=\"lattice\"\nmasses=3\nspacing=1",
		"\ufeffname = \"\"\"x\"\"\"\n[run]\ndt=1\ngravity=[0, 0, -1.5]\n[[mesh]]\nmake = 'lattice'\nmasses = 3\nspacing = 1\n",
	} {
		got, err := parse.Canonical([]byte(text), "s.toml", "run.dt=2e-4", "wind.velocity=[1,0,0]")
		must.Hold(t, err == nil && got == want, "%v\n%s\nwant\n%s", err, got, want)
	}
	for _, setting := range []string{"run.dt", "mesh[3].masses=1"} {
		if _, err := parse.Canonical([]byte(want), "s.toml", setting); err == nil {
			t.Errorf("%s is written in", setting)
		}
	}
}

// A scene without faults lacks them in its canonical text, too, which is canonical itself.
func FuzzCanonical(f *testing.F) {
	f.Add(twoMuscles)
	f.Add("name = \"a\\n\\\"b\\u0001\"\n[let]\nx = 1\n" + strings.Replace(lattice27, "spacing = 0.1", "spacing = \"$x\"", 1))
	f.Fuzz(func(t *testing.T, text string) {
		if parse.Read([]byte(text), "s.toml").Err() != nil {
			return
		}
		once, err := parse.Canonical([]byte(text), "s.toml")
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := parse.Read([]byte(once), "s.toml").Err(); err != nil {
			t.Fatalf("%q has no faults, and is written as\n%s\n%v", text, once, err)
		}
		if twice, err := parse.Canonical([]byte(once), "s.toml"); err != nil || twice != once {
			t.Fatalf("%q is written as\n%s\nand that as\n%s\n%v", text, once, twice, err)
		}
	})
}
