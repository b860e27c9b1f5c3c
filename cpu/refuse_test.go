package cpu

import (
	"strings"
	"testing"

	"hooke/cpu/cputest"
	"hooke/model"
)

func TestUnknownFieldsAreRefusedByName(t *testing.T) {
	known := []string{"DT"}
	for _, c := range []struct {
		noun novelty
		want string
	}{
		{novelty{DT: 1}, ""},
		{novelty{DT: 1, Fans: []int{}}, ""},
		{novelty{Wind: model.Vec3{1, 0, 0}}, "Wind"},
		{novelty{Fans: []int{0}}, "Fans"},
	} {
		err := knownFields("the run's", c.noun, known)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), "the run's "+c.want+" is not")) {
			t.Errorf("%+v: %v, want %q", c.noun, err, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	m := cputest.Star(3)
	for _, c := range []struct {
		name string
		make func() error
		want string
	}{
		{"model", func() error {
			_, err := makeEngine[float32](&model.Model{Mass: []float64{1}}, model.Params{}, Options{})
			return err
		}, "1 mass values for 0 masses"},
		{"params", func() error { _, err := makeEngine[float32](m, model.Params{DT: -1}, Options{}); return err }, "dt is -1"},
		{"threads", func() error { _, err := makeEngine[float32](m, model.Params{}, Options{Threads: -1}); return err }, "-1 threads"},
		{"state", func() error {
			e, err := makeEngine[float32](m, model.Params{}, Options{})
			if err != nil {
				return nil
			}
			defer e.Close()
			return e.Reset(&model.State{})
		}, "0 positions"},
		{"beyond float32", func() error {
			e, err := makeEngine[float32](m, model.Params{}, Options{})
			if err != nil {
				return nil
			}
			defer e.Close()
			s := m.Start()
			s.Position[2][1] = 1e300
			return e.Reset(s)
		}, "mass 2"},
	} {
		if err := c.make(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q", c.name, err, c.want)
		}
	}
}
