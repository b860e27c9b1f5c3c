package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
	"hooke/scene/toml/parse"
)

// twoMuscles is a scene with lists of one and of two tables.
const twoMuscles = lattice27 + "[run]\ndt = 1e-3\n[[actuator]]\nname = \"left\"\namplitude = 0.1\n[[actuator]]\nname = \"right\"\namplitude = 0.2\nphase = 1\n"

// A setting replaces the value of a key, or gives it one, in the tables that it names.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		setting, key string
		values       []string // of the key, in all tables of that name
	}{
		{"run.dt=2e-4", "run.dt", []string{"2e-4"}},
		{" run.dt = auto ", "run.dt", []string{"auto"}},
		{`run.solver="rk4"`, "run.solver", []string{"rk4"}},
		{"run.solver=rk4", "run.solver", []string{"rk4"}},
		{"name=x", ".name", []string{"x"}},
		{"mesh.masses=5", "mesh.masses", []string{"5"}},
		{"mesh[0].spacing=1", "mesh.spacing", []string{"1"}},
		{"wind.speed=3", "wind.speed", []string{"3"}}, // a table that the file lacks
		{"actuator[1].phase=2", "actuator.phase", []string{"", "2"}},
		{"actuator[*].phase=3", "actuator.phase", []string{"3", "3"}},
		{"actuator[0..1].phase=4", "actuator.phase", []string{"4", "4"}},
		{"actuator[1..1].phase=4", "actuator.phase", []string{"", "4"}},
		{"actuator[left].amplitude=-0.5", "actuator.amplitude", []string{"-0.5", "0.2"}},
	} {
		table, key, _ := strings.Cut(c.key, ".")
		var got []string
		for _, one := range parse.Tables([]byte(twoMuscles), "s.toml", c.setting) {
			if one.Name == table {
				got = append(got, one.Text(key))
				if v := one.Value(key); v != nil {
					got[len(got)-1] = v.Text
				}
			}
		}
		must.Be(t, cmp.Diff(c.values, got), "", "%s", c.setting)
	}
}

// A mistake in a setting is a fault that shows the setting, with a caret, judged as a value in the file is.
func TestFaultsOfSettings(t *testing.T) {
	for _, c := range []struct{ setting, want string }{
		{"run.dt=-1", "s.toml: --set: dt is -1 s; it must be above 0\n    run.dt=-1\n           ^^"},
		{"run.gravity=[0,0,-1,2]", "s.toml: --set: gravity is a list of 4; give three numbers, [x, y, z]\n    run.gravity=[0,0,-1,2]\n                ^^^^^^^^^^"},
		{"run.durtion=1", "s.toml: --set: key \"durtion\" is unknown in run; did you mean \"duration\"?\n    run.durtion=1\n    ^^^^^^^^^^^^^"},
		{"actuatr[0].phase=1", "table \"actuatr\" is unknown; did you mean \"actuator\"?"},
		{"run[0].dt=1", "there is one run; write run.dt"},
		{"contact[0].stiffness=1", "the scene has no contact whose stiffness could be set"},
		{"actuator.phase=1", "there are 2 of actuator; write actuator[0].phase for the first, or actuator[*].phase for all"},
		{"actuator[2].phase=1", "there are 2 of actuator, counted from 0: the last is actuator[1]"},
		{"actuator[1..0].phase=1", "there are 2 of actuator"},
		{"actuator[rigt].phase=1", "no actuator is called \"rigt\"; did you mean \"right\"?"},
		{"mesh[leg].masses=1", "\"leg\" is no number, and no mesh has a name"},
		{"contact[0..99]=1", "contact is a table; write a key of it, too, such as contact[0..99].offset (contact[*] is all of them, contact[0..2] the first three)"},
		{"actuator=1", "actuator is a table; write a key of it, too, such as actuator[0].amplitude ("},
		{"run=1", "run is a table; write a key of it, too, such as run.dt"},
		{"contct[3]=1", "\"contct\" is no key before the first table; did you mean \"contact\"?; a path is TABLE.KEY or TABLE[NUMBER].KEY"},
		{"durtion=1", "key \"durtion\" is unknown before the first table"},
		{"mesh[0..9].masses=1", "there is one mesh, counted from 0: mesh[0]"},
		{"run.dt=", "has no value; write run.dt=VALUE"},
		{"run.seed=007", "seed is \"007\"; give a whole number"},
		{"run.gravity=[0,0", "array is incomplete"},
		{"run.dt=1 duration=2", "s.toml: --set: "},
		{"dt 1", "\"dt 1\" is no setting; write KEY=VALUE"},
		{"mesh.masses=3\n[run]", "s.toml: --set: "},
		{"actuator[*].amplitude=two", "s.toml: --set: amplitude is \"two\"; give a number"},
	} {
		err := parse.Read([]byte(twoMuscles), "s.toml", "run.duration=1", c.setting).Err()
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "\n") != 2 {
			t.Errorf("%s: got\n%v\nwant\n%s", c.setting, err, c.want)
		}
	}
}

// Where a name fits no table, the message lists names, letters and numbers that fit one.
func TestUnknownNames(t *testing.T) {
	text := []byte("[[voxel]]\nletter = \"A\"\nname = \"soft\"\n[[voxel]]\nletter = \"B\"\n[[voxel]]\nname = \"free\"\n")
	const listed = "known are soft or A, B, free; numbers go from 0 to 2, and * is all\n"
	for setting, want := range map[string]string{
		"voxel[Z].modulus=1": "no voxel is called \"Z\"; " + listed, "voxel[sft].modulus=1": "no voxel is called \"sft\"; did you mean \"soft\"?; " + listed,
	} {
		if err := parse.Read(text, "s.toml", setting).Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got\n%v\nwant\n%s", setting, err, want)
		}
	}
}

// A setting may mean entries of a list, in place of all of it. Faults are judged as those of lists are.
func TestEntries(t *testing.T) {
	text := twoMuscles + "[[force]]\nforce = [1, 2, 3]\n[[force]]\nforce = [4, 5, 6]\n"
	for setting, want := range map[string]string{
		"force[1].force[2]=7": "[4, 5, 7]", "force[*].force[ 0..1 ] = 7": "[7, 7, 6]", "force[1].force[*]=8": "[8, 8, 8]", "force[0].force[1]=9": "[4, 5, 6]",
	} {
		got, err := parse.Canonical([]byte(text), "s.toml", setting)
		must.Hold(t, err == nil && strings.HasSuffix(got, "[[force]]\nforce = "+want+"\n"), "%s: %v\n%s", setting, err, got)
	}
	for setting, want := range map[string]string{
		"force[0].force[3]=1": "force has 3 entries, counted from 0, and none is \"3\"", "force[0].force[1..0]=1": "none is \"1..0\"", "force[0].force[.]=1": "none is",
		"run.dt[0]=1": "dt is 1e-3 and no list", "actuator[0].phase[0]=1": "the scene gives no phase", "force[0].force[0]=x": "--set: force is \"x\"; give three numbers, [x, y, z]\n    force[0].force[0]=x\n    ^",
	} {
		f := parse.Read([]byte(text), "s.toml", setting)
		f.CheckSyntax()
		if err := f.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got\n%v\nwant\n%s", setting, err, want)
		}
	}
	for path, want := range map[string][]parse.Found{
		"force[*].force[1]":    {{Path: "force[0].force[1]", Numbers: []float64{2}}, {Path: "force[1].force[1]", Numbers: []float64{5}}},
		"force[0].force[1..2]": {{Path: "force[0].force[1]", Numbers: []float64{2}}, {Path: "force[0].force[2]", Numbers: []float64{3}}},
		"force[0].force":       {{Path: "force[0].force", Numbers: []float64{1, 2, 3}, List: true}},
	} {
		got, err := parse.NumbersAt([]byte(text), "s.toml", path)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", path, err, diff)
		}
	}
	if _, err := parse.NumbersAt([]byte(text), "s.toml", "force[0].force[9]"); err == nil {
		t.Error("numbers of an entry that is not there")
	}
}

// Whatever a setting says, it is read without a panic, leaves the lines of the file in place, and
// is a fault or gives a value.
func FuzzSetting(f *testing.F) {
	for _, seed := range []string{"run.dt=1", "actuator[0..1].phase=[1, [2]]", "mesh[0].move[0..1]=1", "name = \"\u00e4\"", "run.dt=[[1]", "mesh[*].x=1979-05-27", "a[\x00].b={c=1}", "=", "run.dt=\"\"\"x"} {
		f.Add(seed)
	}
	plain := parse.Read([]byte(twoMuscles), "s.toml")
	f.Fuzz(func(t *testing.T, setting string) {
		file := parse.Read([]byte(twoMuscles), "s.toml", setting)
		file.CheckSyntax()
		for _, w := range parse.NewSource([]byte(twoMuscles), "s.toml").Overwritten(setting, "actuator[*].phase=1", setting) {
			if w.Setting == 2 || w.By <= w.Setting || w.Numbers < 1 {
				t.Errorf("%q: %+v", setting, w)
			}
		}
		if file.Err() == nil && cmp.Diff(valuesOf(plain), valuesOf(file)) == "" && !strings.Contains(setting, "=") {
			t.Errorf("%q: no fault", setting)
		}
		for i, table := range plain.Tables {
			must.Be(t, file.LineOf(file.Tables[i]), plain.LineOf(table), "%q: table %d is in line", setting, i)
		}
	})
}

// valuesOf are the texts of all values.
func valuesOf(f *parse.File) (out []string) {
	for _, t := range f.Tables {
		for i := range t.Values {
			out = append(out, t.Name+"."+t.Values[i].Name+"="+t.Values[i].Value.Text)
		}
	}
	return out
}

// A setting has no effect where later ones set all values that it sets, by whatever names, and has one where a value of it lasts.
func TestOverwritten(t *testing.T) {
	text := "[let]\nk = 1\n" + twoMuscles + "[[force]]\nforce = [1, 2, 3]\n[[contact]]\nstiffness = 1\n[[voxel]]\nletter = \"A\"\n"
	one := func(w parse.Overwrite) []parse.Overwrite { return []parse.Overwrite{w} }
	first := one(parse.Overwrite{By: 1, Numbers: 1})
	for _, c := range []struct {
		settings []string
		want     []parse.Overwrite
	}{
		{[]string{"run.dt=1", "run.dt=2"}, first},
		{[]string{"run.dt=1", "run.seed=2"}, nil},
		{[]string{"contact[0].stiffness=1", "contact[*].stiffness=2"}, first},
		{[]string{"contact.stiffness=1", "contact[0..0].stiffness=2"}, first},
		{[]string{"contact.stiffness=1", "contact[0].damping=2"}, nil},
		{[]string{"let.k=1", "let.k=2"}, first},
		{[]string{"voxel[A].modulus=1", "voxel[0].modulus=2"}, first},
		{[]string{"actuator[0].phase=1", "actuator[left].phase=2"}, first},
		{[]string{"actuator[right].phase=1", "actuator[left].phase=2"}, nil},
		{[]string{"actuator[*].phase=1", "actuator[1].phase=2"}, nil},
		{[]string{"actuator[1].phase=1", "actuator[*].phase=2"}, one(parse.Overwrite{By: 1, Numbers: 1, Wider: true})},
		{[]string{"actuator[*].phase=1", "actuator[1].phase=2", "actuator[0].phase=2"}, one(parse.Overwrite{By: 2, More: 1, Numbers: 2})},
		{[]string{"force[0].force[1]=1", "force.force=[1,2,3]"}, one(parse.Overwrite{By: 1, Numbers: 1, Wider: true})},
		{[]string{"force[0].force=[1,2,3]", "force.force[0]=4"}, nil},
		{[]string{"force[0].force=[1,2,3]", "force.force[*]=4"}, one(parse.Overwrite{By: 1, Numbers: 3})},
		{[]string{"force[0].force=[1,2,3]", "force.force=[4]"}, one(parse.Overwrite{By: 1, Numbers: 3})},
		{[]string{"force[0].force[2]=1", "force.force[1]=1"}, nil},
		{[]string{"wind.speed=1", "wind.speed=2", "wind.speed=3"}, []parse.Overwrite{{By: 2, Numbers: 1}, {Setting: 1, By: 2, Numbers: 1}}}, // a table that the file lacks
		{[]string{"nothing", "actuator[9].phase=1", "run.dt[0]=1"}, nil},
	} {
		must.Be(t, cmp.Diff(c.want, parse.NewSource([]byte(text), "s.toml").Overwritten(c.settings...)), "", "%v", c.settings)
	}
}
