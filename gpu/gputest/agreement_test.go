package gputest_test

import (
	"math"
	"testing"

	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/must"
)

// after is a state that two masses have reached in ten steps, one of which fell by 1 cm.
func after(change func(s *model.State)) *model.State {
	s := &model.State{Step: 10, Time: 1e-2, Position: []model.Vec3{{1, 2, 3}, {1, 2, 4.01}}, Velocity: []model.Vec3{{}, {0, 0, 1}}}
	if change != nil {
		change(s)
	}
	return s
}

// States that round otherwise agree on hardware and never where bits are promised. Both see faults, states of
// other sizes or steps, and numbers that are not finite.
func TestAgreement(t *testing.T) {
	start := &model.State{Position: []model.Vec3{{1, 2, 3}, {1, 2, 4}}, Velocity: make([]model.Vec3, 2)}
	hardware, software := gputest.Agreement{}, gputest.Agreement{Exact: true}
	for _, c := range []struct {
		name               string
		change             func(s *model.State)
		hardware, software bool // agrees
	}{
		{"the same", nil, true, true},
		{"an ulp of the position a step", func(s *model.State) { s.Position[1][2] += 10 * 2.3e-7 }, true, false},
		{"an ulp of the force a step", func(s *model.State) { s.Velocity[1][2] *= 1 + 10*1.2e-7 }, true, false},
		{"another mass at rest moves by rounding", func(s *model.State) { s.Velocity[0][0] = 1e-6 }, true, false},
		{"a thousandth of the change of velocity", func(s *model.State) { s.Velocity[1][2] *= 1.001 }, false, false},
		{"a thousandth of the way", func(s *model.State) { s.Position[1][2] += 1e-5 }, false, false},
		{"a mass that stays", func(s *model.State) { s.Position[1][2] = 4 }, false, false},
		{"not finite", func(s *model.State) { s.Velocity[0][1] = math.NaN() }, false, false},
		{"infinite", func(s *model.State) { s.Position[0][1] = math.Inf(1) }, false, false},
		{"another step", func(s *model.State) { s.Step++ }, false, false},
		{"a mass less", func(s *model.State) { s.Position, s.Velocity = s.Position[:1], s.Velocity[:1] }, false, false},
		{"no masses", func(s *model.State) { s.Position, s.Velocity = nil, nil }, false, false},
	} {
		for a, agrees := range map[gputest.Agreement]bool{hardware: c.hardware, software: c.software} {
			if fault := a.Fault(start, after(nil), after(c.change)); (fault == "") != agrees {
				t.Errorf("%s, exact %v: %q", c.name, a.Exact, fault)
			}
		}
	}
	none := &model.State{Step: 10, Time: 1e-2}
	must.Hold(t, hardware.Fault(start, none, none) != "", "two states without masses agree")
}

func TestAgreementOfAmounts(t *testing.T) {
	hardware, software := gputest.Agreement{}, gputest.Agreement{Exact: true}
	for _, c := range []struct {
		want, got          int64
		hardware, software bool
	}{{500, 500, true, true}, {500, 505, true, false}, {500, 494, false, false}, {20, 21, true, false}, {20, 18, false, false}} {
		must.Hold(t, hardware.Counts(c.want, c.got) == c.hardware && software.Counts(c.want, c.got) == c.software, "%d and %d", c.want, c.got)
	}
	want := model.Ledger{Flows: model.Flows{Friction: 2}, Now: model.Energy{Kinetic: 5, Gravitational: -900}}
	for off, agrees := range map[float64][2]bool{0: {true, true}, 1e-9: {true, true}, 1e-5: {true, false}, 2e-3: {false, false}} {
		got := want
		got.Friction += off
		if h, s := hardware.Ledgers(want, got), software.Ledgers(want, got); (h == "") != agrees[0] || (s == "") != agrees[1] {
			t.Errorf("%g J: %q, %q", off, h, s)
		}
	}
	strains := []float32{0.01, -0.02, 0}
	for off, agrees := range map[float32][2]bool{0: {true, true}, 4e-7: {true, false}, 2e-4: {false, false}} {
		got := []float32{0.01 + off, -0.02, 0}
		if h, s := hardware.Strains(strains, got), software.Strains(strains, got); (h == "") != agrees[0] || (s == "") != agrees[1] {
			t.Errorf("strain off by %g: %q, %q", off, h, s)
		}
	}
	must.Hold(t, hardware.Strains(strains, strains[:2]) != "", "a strain less is not seen")
}
