package toml

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
)

const movedContact = "[[mesh]]\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 10\n[[contact]]\nshape = \"box\"\ncenter = [0, 0, -1]\nhalf = [1, 1, 0.1]\nstiffness = 100\n"

// Every key of a trajectory reaches the contact; curves also from a file.
func TestTrajectoryKeys(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "moving.toml")
	text := movedContact + "velocity = [1, 0, 0]\namplitude = [0, 0, 0.1]\nwave = \"table\"\nfrequency = 2\nphase = 0.5\ncycle = [[0, 0], [0.5, 1], [1, 0]]\n" +
		"table = [[0, 0, 0, 0], [1, 0, 0, 2]]\nspin = [0, 0, 3]\nspin_table = \"spin.csv\"\npivot = [0.5, 0, 0]\nstatic_friction = 0.5\nbelt = [0, 1, 0]\n"
	for name, text := range map[string]string{"moving.toml": text, "spin.csv": "0,0\n2,1\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	s, err := Open(file, Options{})
	must.Do(t, err)
	want := &model.Trajectory{Path: model.Path{Velocity: model.Vec3{1}, Amplitude: model.Vec3{0, 0, 0.1}, Wave: model.Table, Frequency: 2, Phase: 0.5,
		Cycle: model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{0, 1, 0}}, Table: []model.PathPoint{{}, {Time: 1, Offset: model.Vec3{0, 0, 2}}}},
		Spin: model.Vec3{0, 0, 3}, Rate: model.Curve{At: []float64{0, 2}, Value: []float64{0, 1}}, Pivot: &model.Vec3{0.5}, Belt: model.Vec3{0, 1, 0}}
	if got := s.Params.Contacts[0].Trajectory; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	// The exported file is read as the same scene.
	w := &writer{}
	w.contact(s.Params.Contacts[0])
	again := filepath.Join(folder, "again.toml")
	text = movedContact[:strings.Index(movedContact, "[[contact]]")] + w.out.String()
	must.Do(t, os.WriteFile(again, []byte(text), 0o600))
	if s, err = Open(again, Options{}); err != nil || !reflect.DeepEqual(s.Params.Contacts[0].Trajectory, want) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestTrajectoryKeyFaults(t *testing.T) {
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

// Every load, guide and wind of a run can be asked for in a scene file.
func TestEveryLoadHasATableOrANumber(t *testing.T) {
	missing := func(tables []loadTable) (names []string) {
		for _, term := range model.Terms(model.LoadTerm, model.WindTerm, model.GuideTerm, model.DragTerm) {
			if !slices.ContainsFunc(tables, func(l loadTable) bool { return l.name == term.Name }) &&
				!slices.ContainsFunc(runNumbers, func(n runNumber) bool { return n.term == term.Name }) {
				names = append(names, term.Name)
			}
		}
		return names
	}
	if got := missing(loadTables); len(got) > 0 {
		t.Errorf("scene files have no %v", got)
	}
	if got := missing(loadTables[1:]); !slices.Equal(got, []string{"force"}) {
		t.Errorf("without its table: %v are missing, want force", got)
	}
}

// The end conditions of a run read back as they were written, and none read back as none.
func TestUntilReadsBack(t *testing.T) {
	for _, want := range []physics.Until{
		{},
		{Words: []string{physics.Left, physics.Still, physics.Fell}, StillSpeed: 0.25, StillTime: 1. / 3, FallHeight: -0.1, LeaveRadius: 7},
		{Words: []string{physics.Still}, StillSpeed: stillSpeed, StillTime: stillTime},
	} {
		w := &writer{}
		w.table("run")
		w.until(want)
		path := filepath.Join(t.TempDir(), "until.toml")
		must.Do(t, os.WriteFile(path, []byte(w.out.String()+"[[mesh]]\npreset = \"cube\"\n"), 0o666))
		s := must.Get(Open(path, Options{}))(t)
		must.Hold(t, reflect.DeepEqual(s.Until, want), "%+v reads back as %+v", want, s.Until)
	}
}

// A contact touches the elements of its key, and masses without one. The exported file is read as the same,
// and faults are reported with their line and a caret.
func TestTouchesKey(t *testing.T) {
	folder := t.TempDir()
	open := func(contact string) ([]model.Contact, error) {
		file := filepath.Join(folder, "touches.toml")
		text := movedContact[:strings.Index(movedContact, "[[contact]]")] + contact
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		s, err := Open(file, Options{})
		if err != nil {
			return nil, err
		}
		return s.Params.Contacts, nil
	}
	ball := "[[contact]]\nshape = \"sphere\"\ncenter = [0.15, 0.15, -0.1]\nradius = 0.08\nstiffness = 20\n"
	for key, want := range map[string]model.Touches{"": model.TouchMasses, "touches = \"masses\"\n": model.TouchMasses,
		"touches = \"springs\"\n": model.TouchSprings, "touches = \"triangles\"\n": model.TouchTriangles} {
		got, err := open(ball + key)
		if err != nil || got[0].Touches != want {
			t.Errorf("%q: %v, %+v; want %v", key, err, got, want)
			continue
		}
		w := &writer{}
		w.contact(got[0])
		if again, err := open(w.out.String()); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q: %v, %+v, want %+v; written as\n%s", key, err, again, got, w.out.String())
		}
	}
	for key, want := range map[string]string{
		"touches = \"edges\"\n": "touches.toml:11:11: touches is \"edges\"",
		"touches = 2\n":         "touches.toml:11:11: touches is 2; give a text in quotes",
	} {
		if _, err := open(ball + key); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "\n    touches = ") || !strings.HasSuffix(strings.TrimRight(err.Error(), "\n"), "^") && !strings.Contains(err.Error(), "^^") {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// loadsByHand are tables of each kind of load, on a lattice with the groups "low", "high" and "tip".
var loadsByHand = map[string]string{
	"force":    "[[force]]\nname = \"push\"\ngroup = \"high\"\nforce = [1, 0, 0.3]\ntable = [[0, 0], [1, 1]]\n[[force]]\nforce = [0, 0.1, 0]\n",
	"motor":    "[[motor]]\ngroup = [\"low\", \"tip\"]\naxis = [0, 0, 1]\nspeed = 2\ndamping = 0.1\nlimit = 3\ntable = [[0, 0], [1, 1]]\n",
	"handle":   "[[handle]]\nmass = 3\ntarget = [0.1, 0.2, 0.3]\nvelocity = [0, 0, 1]\nstiffness = 10\ndamping = 0.1\n",
	"spin":     "[[spin]]\nname = \"wheel\"\naxis = [0, 1, 0]\nspeed = 6.3\ndamping = 0.004\nlimit = 1\ntable = [[0, 0], [1, 1]]\n",
	"water":    "[water]\nlevel = 0.1\ndensity = 990\nbody_density = 300\ndrag = 0.5\ndamping = 0.2\nvelocity = [0.1, 0, 0]\nwave = 0.02\nwave_length = 0.5\nwave_direction = [0, 1, 0]\n",
	"pressure": "[[pressure]]\nname = \"air\"\npressure = 900\ngas = 1.4\n[[pressure]]\npressure = 1\nbulk = 2000\n",
	"area":     "[[area]]\nname = \"film\"\nstiffness = 30\ndamping = 0.2\n",
	"orient": "[[orient]]\ngroup = \"high\"\nturn = [0, 0, 33]\nfrequency = 1.3\ndamping_ratio = 0.7\nlimit = 0.2\ntable = [[0, 0], [1, 1]]\n[[orient]]\nname = \"up\"\nup = [0, 0, 1]\naxis = [1, 0, 0]\nfrequency = 2\nhalf_life = 0.3\n" +
		"[[orient]]\nturn = [10, 20, 30]\nstiffness = 0.1\ndamping = 0.01\n",
	"track": "[[track]]\ngroup = \"low\"\ntarget = [0, 0, 1]\nvelocity = [0.1, 0, 0]\namplitude = [0, 0.1, 0]\nwave_frequency = 2\nphase = 0.3\ntable = [[0, 0, 0, 0], [1, 0, 0, 2]]\nhalf_life = 0.17\nlimit = 4\n" +
		"[[track]]\ngroup = \"high\"\nfollow = 5\nlag = true\nfrequency = 0.9\n",
	"shape": "[[shape]]\ngroup = \"high\"\nfrequency = 3.7\ndamping_ratio = 0.3\n",
	"limit": "[[limit]]\nname = \"knee\"\na = \"tip\"\nb = 9\nc = \"low\"\nmin = 12\nmax = 101\nstiffness = 1\ndamping = 0.1\n[[limit]]\na = 3\nb = 0\nc = 1\nd = 4\nmin = -30\nmax = 40\nstiffness = 2\n",
	"clamp": "[[clamp]]\nname = \"end\"\naxis = [1, 0, 0]\nangle = 0.3\ntable = [[0, 0], [1, 1]]\n",
	"guide": "[[guide]]\nname = \"rail\"\ngroup = \"tip\"\nkind = \"line\"\npoint = [0, 0, 0]\ndirection = [0, 0, 1]\n[[guide]]\ngroup = \"low\"\nkind = \"path\"\namplitude = [0.1, 0, 0]\nfrequency = 2\n",
	"wind":  "[wind]\nvelocity = [3, 0, 0]\ndrag = 1.1\nlift = 0.3\ngust = 0.2\nair_density = 1.1\nseed = 7\n",
}

const loadedLattice = "[[mesh]]\nmake = \"lattice\"\nmasses = [3, 3, 3]\nspacing = 0.1\nstiffness = 100\ndensity = 100\n" +
	"[[group]]\nname = \"low\"\nshape = \"list\"\nmasses = [0, 1, 2]\n[[group]]\nname = \"high\"\nshape = \"list\"\nmasses = [18, 19, 20, 21, 24]\n[[group]]\nname = \"tip\"\nshape = \"list\"\nmasses = [26]\n"

// Every kind of load reads back as it was written.
func TestEveryLoadReadsBack(t *testing.T) {
	opened := func(text string) *scene.Scene {
		t.Helper()
		file := filepath.Join(t.TempDir(), "loads.toml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		s, err := Open(file, Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return s
	}
	bases := map[string]string{ // where the lattice does not suit
		"pressure": "[[mesh]]\npreset = \"balloon\"\n",
		"area":     "[[mesh]]\npreset = \"balloon\"\n",
		"clamp":    "[run]\nsolver = \"impulses\"\n[[mesh]]\npreset = \"helix\"\n",
		"guide":    loadedLattice + "[[pin]]\ngroup = \"low\"\n",
		"wind":     "[[mesh]]\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 10\n",
	}
	for _, load := range loadTables {
		base, text := cmp.Or(bases[load.name], loadedLattice), loadsByHand[load.name]
		must.Hold(t, text != "", "%s is not tried", load.name)
		s := opened(base + text)
		w := &writer{groups: s.Model.Groups}
		load.write(w, s.Params)
		must.Do(t, w.fault)
		must.Hold(t, load.on(s.Params), "%s does not act", load.name)
		again := opened(base + w.out.String())
		for k, v := range map[string][2]any{
			"forces": {s.Params.Forces, again.Params.Forces}, "motors": {s.Params.Motors, again.Params.Motors}, "handles": {s.Params.Handles, again.Params.Handles},
			"spins": {s.Params.Spins, again.Params.Spins}, "water": {s.Params.Water, again.Params.Water}, "pressures": {s.Params.Pressures, again.Params.Pressures}, "areas": {s.Params.Areas, again.Params.Areas},
			"orients": {rounded(s.Params.Orients), rounded(again.Params.Orients)}, "tracks": {s.Params.Tracks, again.Params.Tracks}, "shapes": {s.Params.Matchings, again.Params.Matchings},
			"limits": {s.Params.Limits, again.Params.Limits}, "clamps": {s.Params.Clamps, again.Params.Clamps}, "guides": {s.Params.Guides, again.Params.Guides}, "wind": {s.Params.Wind, again.Params.Wind},
		} {
			if !reflect.DeepEqual(v[0], v[1]) {
				t.Errorf("%s: %s\n%+v, want\n%+v\n%s", load.name, k, v[1], v[0], w.out.String())
			}
		}
	}
}

// rounded are orientation springs whose turn about more than one axis has lost its last digits, since
// its angles are those of another form.
func rounded(orients []model.Orient) []model.Orient {
	out := slices.Clone(orients)
	for k := range out {
		if turn := &out[k].Turn; turn[0] != 0 && turn[1] != 0 {
			for axis := range turn {
				turn[axis] = math.Round(turn[axis]*1e12) / 1e12
			}
		}
	}
	return out
}

// Masses that are no groups, and other things without keys, cannot be written.
func TestUnwritableLoads(t *testing.T) {
	for name, p := range map[string]model.Params{
		"force": {Forces: []model.Force{{Masses: []uint32{3}}}},
		"shape": {Matchings: []model.Matching{{Damping: 3}}},
		"limit": {Limits: []model.Limit{{Points: [][]uint32{{1, 2}}}}},
		"water": {Water: model.Water{Density: 1000, Bodies: []model.Displaced{{Masses: []uint32{1}, Density: 3}}}},
	} {
		w := &writer{}
		for _, load := range loadTables {
			load.write(w, p)
		}
		must.Hold(t, w.fault != nil, "%s can be written: %s", name, w.out.String())
	}
}

// on reports whether a run has the loads of the table.
func (l loadTable) on(p model.Params) bool {
	return slices.ContainsFunc(model.Terms(), func(t model.Term) bool { return t.Name == l.name && t.On(p) })
}
