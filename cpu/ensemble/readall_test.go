package ensemble_test

import (
	"strings"
	"testing"

	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/must"
)

// What is read of all members is what Read has of each, of both engines; other lengths and groups
// are refused.
func TestReadAll(t *testing.T) {
	k := ensembletest.Walkers(t)
	members := ensembletest.Designs(t, k, 3)
	other := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
	for _, e := range []ensemble.Engine{made(t, k, members, cpu.Options{}), other} {
		ensembletest.Step(t, 20, e)
		bottom, _ := k.Model.Group("bottom")
		for _, r := range []ensemble.Reads{{}, {Quantity: ensemble.Velocities, Group: "bottom"}} {
			n := must.Get(r.Length([]ensemble.Kind{k}, members))(t)
			dst := make([]float32, n)
			must.Do(t, e.ReadAll(r, dst))
			at := 0
			for i := range members {
				s := ensembletest.Read(t, e, i)
				rows, masses := s.Position, make([]uint32, len(s.Position))
				for j := range masses {
					masses[j] = uint32(j)
				}
				if r.Group != "" {
					rows, masses = s.Velocity, bottom.Masses
				}
				for _, mass := range masses {
					if [3]float32(dst[at:at+3]) != rows[mass] {
						t.Fatalf("%+v: mass %d of member %d is %v, not %v", r, mass, i, dst[at:at+3], rows[mass])
					}
					at += 3
				}
			}
			if at != n || n == 0 {
				t.Errorf("%+v: %d numbers of %d", r, at, n)
			}
			if err := e.ReadAll(r, dst[1:]); err == nil || !strings.Contains(err.Error(), "room for") {
				t.Errorf("too little room: %v", err)
			}
		}
		for words, r := range map[string]ensemble.Reads{`no group "head"`: {Group: "head"}, "no quantity 2": {Quantity: 2}} {
			if err := e.ReadAll(r, nil); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v", words, err)
			}
		}
	}
}
