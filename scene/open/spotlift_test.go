package open

import (
	"os"
	"path/filepath"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// Spot as a file, with a plane at 0, as it was found: its energy stays what gravity gave.
func TestSpotInASceneStandsOnThePlane(t *testing.T) {
	spot := must.Get(os.ReadFile("../../mesh/testdata/spot.obj"))(t)
	folder := t.TempDir()
	for name, data := range map[string]string{"spot.obj": string(spot), "s.toml": "[[mesh]]\nfile = \"spot.obj\"\nup = \"y\"\nsprings = \"2k\"\n[[contact]]\nshape = \"plane\"\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(data), 0o666))
	}
	s := open(t, filepath.Join(folder, "s.toml"), scene.Options{})
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	energy := func(steps int) model.Energy {
		now, err := e.Energy()
		for _, err := range []error{err, e.Step(steps), e.Finish()} {
			must.Do(t, err)
		}
		return now
	}
	must.Do(t, e.Reset(s.Start))
	start, end := energy(200), energy(0)
	if end.Total() > 1.01*start.Total() || start.Contact != 0 { // it started with 4.7e7 J in the contact
		t.Errorf("%g J at the start, %g J of it in the contact; %g J after 200 steps", start.Total(), start.Contact, end.Total())
	}
}
