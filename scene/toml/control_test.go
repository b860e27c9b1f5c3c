package toml_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/control"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/toml"
)

// A control is written as it is read: interpolation, delays, and every key of sensors.
func TestKeysOfControlReadBack(t *testing.T) {
	s := must.Get(open.Scene("quadruped", scene.Options{}))(t)
	text := must.Get(toml.Export("quadruped", scene.Options{}))(t)
	head, _, found := strings.Cut(text, "\n[control]")
	if !found {
		t.Fatal("the scene has no control")
	}
	want := *s.Control
	want.Linear, want.Hold = true, true
	want.Sensors = append(want.Sensors[:len(want.Sensors):len(want.Sensors)], control.Sensor{Name: "pull", What: control.Force, Actuator: 2, Every: 3, Delay: 1},
		control.Sensor{Name: "way", What: control.Metric, Metric: "cot"}, control.Sensor{Name: "spin", What: control.AngularVelocity, Body: true, Noise: 0.1, Seed: 9},
		control.Sensor{Name: "any", What: control.ContactAny, Masses: want.Sensors[0].Masses}, control.Sensor{Name: "count", What: control.ContactCount})
	tables := must.Get(toml.WriteControl(&want, s.Model))(t)
	path := filepath.Join(t.TempDir(), "all.toml")
	must.Do(t, os.WriteFile(path, []byte(head+"\n"+tables), 0o600))
	got := must.Get(open.Scene(path, scene.Options{}))(t)
	for i := range got.Control.Sensors { // sensors without noise have the seed of the run
		if got.Control.Sensors[i].Noise == 0 {
			got.Control.Sensors[i].Seed = want.Sensors[i].Seed
		}
		must.Be(t, max(1, got.Control.Sensors[i].Every), max(1, want.Sensors[i].Every), "sensor %d: every", i)
		got.Control.Sensors[i].Every = want.Sensors[i].Every
	}
	if got.Control.Fingerprint() != want.Fingerprint() {
		t.Errorf("read back is\n%+v\nwant\n%+v", got.Control, &want)
	}
}

// The controlled presets write scene files that read back as the same model, parameters and control, bit for bit; one number
// that is changed in the file is another control.
func TestExportedControlReadsBack(t *testing.T) {
	for _, name := range []string{"quadruped", "snake", "crawler"} {
		want := must.Get(open.Scene(name, scene.Options{}))(t)
		text := must.Get(toml.Export(name, scene.Options{}))(t)
		read := func(text string) *scene.Scene {
			t.Helper()
			path := filepath.Join(t.TempDir(), name+".toml")
			must.Do(t, os.WriteFile(path, []byte(text), 0o600))
			return must.Get(open.Scene(path, scene.Options{}))(t)
		}
		got := read(text)
		if !want.Control.Controls() || got.Control.Fingerprint() != want.Control.Fingerprint() {
			t.Errorf("%s: the file has the control\n%+v\nand the preset\n%+v", name, got.Control, want.Control)
		}
		if !slices.Equal(got.Model.RestPosition, want.Model.RestPosition) || got.Params.DT != want.Params.DT || len(got.Params.Actuators) != len(want.Params.Actuators) {
			t.Errorf("%s: the file has another structure", name)
		}
		other := strings.Replace(text, "period = 0.02", "period = 0.03", 1)
		must.Hold(t, other != text && read(other).Control.Fingerprint() != want.Control.Fingerprint(), "%s: another period is the same control", name)
	}
}

// An input of masses names a group, and becomes a factor of its masses. A number is no mass, and no group either.
func TestInputsOfMasses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.toml")
	read := func(of string) (*scene.Scene, error) {
		text := "[[mesh]]\npreset = \"cube\"\n[control]\nperiod = 0.01\n[[input]]\nname = \"m\"\nof = \"mass[" + of + "]\"\nmin = 0.5\nmax = 4\n[[controller]]\nkind = \"sine\"\ninputs = \"m\"\nfrequency = 1\n"
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return open.Scene(path, scene.Options{})
	}
	for of, masses := range map[string]int{"top": 4, "all": 8, "*": 0} {
		factors := must.Get(read(of))(t).Params.MassFactors
		must.Hold(t, len(factors) == 1 && len(factors[0].Masses) == masses && factors[0].Least == 0.5, "mass[%s]: %+v", of, factors)
	}
	must.Say(t, "a number", must.Err(read("0")), `s.toml:7:6: of: 0 is a number; name a group, or make one of a few masses with [[group]] shape = "list"; known are bottom, top, all`)
	must.Hold(t, strings.Count(must.Err(read("0")).Error(), "s.toml:") == 1, "a number has more than one fault: %v", must.Err(read("0")))
	must.Say(t, "a name", must.Err(read("tip")), `group "tip" is unknown; did you mean "top"?`)
}
