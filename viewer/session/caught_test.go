package session

import (
	"strings"
	"testing"

	"hooke/model"
)

// The panel counts the masses that contacts have caught, where contacts can catch any.
func TestPanelCountsCaughtMasses(t *testing.T) {
	s := newBench(t, 3, nil)
	has := func() bool {
		for _, c := range s.controls() {
			if c.name == "caught" {
				return true
			}
		}
		return false
	}
	if has() {
		t.Error("a plane is said to catch masses")
	}
	s = newBench(t, 3, func(o *Options) {
		o.Subject.Params.Contacts = []model.Contact{{Shape: model.Box{Half: model.Vec3{1, 1, 0.005}}, Stiffness: 1000}}
		o.Subject.Start = o.Subject.Model.Start()
		for i := range o.Subject.Start.Velocity {
			o.Subject.Start.Velocity[i][2] = -300
		}
	})
	if got := s.sayCaught().Value; !has() || got != "0" {
		t.Errorf("at the start %q", got)
	}
	s.run(t, 8)
	s.panel.counted = s.panel.counted.Add(-countPause)
	if got := s.sayCaught().Value; got == "0" || !strings.Contains(got, ", first mass ") {
		t.Errorf("%q after masses were thrown at a slab", got)
	}
}
