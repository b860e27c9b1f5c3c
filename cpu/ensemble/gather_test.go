package ensemble_test

import (
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/must"
	"hooke/physics"
)

// mortal are members of which about a quarter lives: others end one after another, from a step on.
func mortal(members []ensemble.Member, dt float64) []ensemble.Member {
	for i := range members {
		switch i % 8 {
		case 0, 3, 4:
			members[i].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 1e3}
		case 2, 5, 7:
			members[i].Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9, StillTime: float64(20+3*i) * dt}
		}
	}
	return members
}

// huge makes a walker so large, and so soft, that others of its springs' length would have run away.
func huge(k ensemble.Kind, m *ensemble.Member) {
	m.Values[0], m.Values[1], m.Start = 1e-3, 0, k.Model.Start()
	for i, x := range m.Start.Position {
		m.Start.Position[i] = x.Mul(1e5)
	}
}

// When most members have ended, the living ones are moved together, and no bit of any changes. Reading,
// measuring, setting and resetting go by the numbers of members. Members by themselves are never moved.
func TestLivingMembersAreMovedTogether(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features(), "steered": ensembletest.Steered(t), "reflexes": ensembletest.Reflexes(t)} {
		o := metrics.Options{Groups: []string{k.Model.Groups[0].Name}, Settle: 20 * k.Params.DT, Every: 7}
		members := mortal(ensembletest.Minds(t, k, 60), k.Params.DT)
		if name == "walker" {
			huge(k, &members[6])
			members[14].Values[3] = 1.6 // its ground is a wall
		}
		e, want := made(t, k, members, cpu.Options{Metrics: &o}), made(t, k, members, cpu.Options{Metrics: &o, Layout: "packed"})
		if got := e.Stepped(); got != 4 {
			t.Fatalf("%s: %d packs", name, got)
		}
		for _, n := range []int{15, 41, 90, 64} {
			ensembletest.Step(t, n, e, want)
		}
		ensembletest.Step(t, 1, e, want)
		ensembletest.SameMembers(t, name+": most have ended", e, want)
		must.Be(t, e.Stepped(), 1, "%s: packs are stepped for 15 members", name)
		values := make([]float64, len(members))
		for f := range k.Free {
			for i := range members {
				values[i] = members[i].Values[f] * (1 + 0.001*float64(i%5))
			}
			for _, engine := range []ensemble.Engine{e, want} {
				must.Do(t, engine.Set(0, f, values))
			}
		}
		ensembletest.Step(t, 24, e, want)
		ensembletest.SameMembers(t, name+": values are set", e, want)
		mask := make([]bool, len(members))
		for _, i := range []int{0, 1, 7, 8, 17, 21, 22, 40, 59} {
			mask[i] = true
		}
		for _, engine := range []ensemble.Engine{e, want} {
			must.Do(t, engine.Reset(mask, nil))
		}
		ensembletest.SameMembers(t, name+": some are reset", e, want)
		if got := e.Stepped(); got < 2 {
			t.Errorf("%s: %d packs are stepped after a reset", name, got)
		}
		for _, n := range []int{13, 57, 100} {
			ensembletest.Step(t, n, e, want)
			ensembletest.SameMembers(t, name+": they go on", e, want)
		}
	}
}

// A read of all members equals Read of each, of both engines. Other lengths and groups are refused.
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
			must.Say(t, "too little room", e.ReadAll(r, dst[1:]), "the slice holds")
		}
		for words, r := range map[string]ensemble.Reads{`no group "head"`: {Group: "head"}, "no quantity 2": {Quantity: 2}} {
			must.Say(t, words, e.ReadAll(r, nil), words)
		}
	}
}
