package toml

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
)

const movedContact = "[[mesh]]\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 10\n[[contact]]\nshape = \"box\"\ncenter = [0, 0, -1]\nhalf = [1, 1, 0.1]\nstiffness = 100\n"

// Every key of a course reaches the contact; curves also from a file.
func TestCourseKeys(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "moving.toml")
	text := movedContact + "velocity = [1, 0, 0]\namplitude = [0, 0, 0.1]\nwave = \"table\"\nfrequency = 2\nphase = 0.5\ncycle = [[0, 0], [0.5, 1], [1, 0]]\n" +
		"table = [[0, 0, 0, 0], [1, 0, 0, 2]]\nspin = [0, 0, 3]\nspin_table = \"spin.csv\"\npivot = [0.5, 0, 0]\nstatic_friction = 0.5\nbelt = [0, 1, 0]\n"
	for name, text := range map[string]string{"moving.toml": text, "spin.csv": "0,0\n2,1\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	s, err := Open(file, Options{})
	must.Do(t, err)
	want := &model.Course{Path: model.Path{Velocity: model.Vec3{1}, Amplitude: model.Vec3{0, 0, 0.1}, Wave: model.Table, Frequency: 2, Phase: 0.5,
		Cycle: model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{0, 1, 0}}, Table: []model.PathPoint{{}, {Time: 1, Offset: model.Vec3{0, 0, 2}}}},
		Spin: model.Vec3{0, 0, 3}, Rate: model.Curve{At: []float64{0, 2}, Value: []float64{0, 1}}, Pivot: &model.Vec3{0.5}, Belt: model.Vec3{0, 1, 0}}
	if got := s.Params.Contacts[0].Course; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	// What export writes of it is read as the same.
	w := &writer{}
	w.contact(s.Params.Contacts[0])
	again := filepath.Join(folder, "again.toml")
	text = movedContact[:strings.Index(movedContact, "[[contact]]")] + w.out.String()
	must.Do(t, os.WriteFile(again, []byte(text), 0o600))
	if s, err = Open(again, Options{}); err != nil || !reflect.DeepEqual(s.Params.Contacts[0].Course, want) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestCourseKeyFaults(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"spin = [0, 0, nan]\n", "spin"},
		{"pivot = [0, 0, 1]\n", "pivot does nothing without spin"},
		{"frequency = 3\n", "frequency does nothing without amplitude"},
		{"amplitude = [0, 0, 1]\nwave = \"square\"\n", "wave"},
		{"table = [[1, 0, 0, 0], [0, 0, 0, 1]]\n", "bad.toml:11:1: point 1 of its table is at 0 s, after one at 1 s"},
		{"belt = [1, 0, 0]\n", "belt does nothing without static_friction"},
		{"amplitude = [0, 0, 1]\nfrequency = 0\n", "amplitude does nothing while frequency is 0"},
		{"amplitude = [0, 0, 1]\nfrequency = 1\ncycle = [[0, 0]]\n", "bad.toml:13:1: cycle belongs to the wave table"},
		{"amplitude = [0, 0, 1]\nfrequency = 1\nwave = \"table\"\n", "bad.toml:13:8: wave is a table, and its cycle is empty"},
		{"inside = true\ntouches = \"springs\"\n", "bad.toml:12:11: touches: a container"},
		{"spin = [0, 0, 1]\nspin_table = \"none.csv\"\n", "none.csv"},
		{"spn = [0, 0, 1]\n", "spin"},
	} {
		file := filepath.Join(t.TempDir(), "bad.toml")
		must.Do(t, os.WriteFile(file, []byte(movedContact+c.keys), 0o600))
		must.Say(t, c.keys, must.Err(Open(file, Options{})), c.want, "^")
	}
	level := strings.Replace(movedContact, "shape = \"box\"\ncenter = [0, 0, -1]\nhalf = [1, 1, 0.1]\n", "shape = \"plane\"\nKEYS", 1)
	for keys, want := range map[string]string{
		"normal = [0, 0, 0]\n":                      "level.toml:8:1: normal is [0, 0, 0], which has no direction",
		"spin = [0, 0, 1]\n":                        "level.toml:8:1: spin does nothing without static_friction: a plane",
		"belt = [0, 0, 1]\nstatic_friction = 0.5\n": "level.toml:8:1: belt runs at [0 0 1] m/s, along the normal of the plane",
		"offset = 1e300\n":                          "level.toml:8:10: offset is 1e300 m; no number may be larger than 1e+18",
		"touches = \"springs\"\n":                   "level.toml:8:1: touches belongs to sphere or box or capsule, not to plane",
	} {
		file := filepath.Join(t.TempDir(), "level.toml")
		must.Do(t, os.WriteFile(file, []byte(strings.Replace(level, "KEYS", keys, 1)), 0o600))
		must.Say(t, keys, must.Err(Open(file, Options{})), want, "^")
	}
	plane := strings.Replace(movedContact, "shape = \"box\"\ncenter = [0, 0, -1]\nhalf = [1, 1, 0.1]\n", "shape = \"plane\"\nspin = [1, 0, 0]\n", 1)
	file := filepath.Join(t.TempDir(), "plane.toml")
	must.Do(t, os.WriteFile(file, []byte(plane), 0o600))
	must.Say(t, "a plane about another axis", must.Err(Open(file, Options{})), "plane.toml:8:1: spin is [1 0 0] rad/s; a plane turns about its normal only")
}
