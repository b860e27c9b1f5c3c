package traffic_test

import (
	"testing"

	"hooke/gpu/ranges"
	"hooke/gpu/traffic"
	"hooke/must"
)

// How often a step has each pass, counted by hand in the solvers: RK4 evaluates all forces four times, and friction
// of pairs, which is an impulse after its step, the pushes once more.
func TestTimesOfPasses(t *testing.T) {
	rk4 := traffic.Run{Evaluations: 4, Impulsive: true, Rubs: 2, PairRubs: 3, Counts: ranges.Counts{MeetFriction: true, MeetTriangles: 1}}
	euler := traffic.Run{Evaluations: 1, Rubs: 2, PairRubs: 3, Counts: ranges.Counts{MeetFriction: true}}
	verlet := traffic.Run{Evaluations: 1, Impulsive: true, Continues: true, Rubs: 1}
	divided := traffic.Run{Evaluations: 1, PairRubs: 3, Sweeps: traffic.Sweeps{Substeps: 5, Springs: 2, Contacts: 3}}
	for _, c := range []struct {
		run   traffic.Run
		times map[string]int64
	}{
		{rk4, map[string]int64{"spring-force": 4, "wind": 4, "load": 4, "span": 4, "span-gather": 4, "span-touches": 1, "pair-force": 5, "pair-friction": 3, "pair-finish": 1,
			"meet-near": 6, "meet": 4, "meet-gather": 4, "meet-remember": 1, "meet-watch": 4, "meet-touches": 2, "meet-friction": 2, "meet-finish": 2, "guide": 4, "stage-2": 1}},
		{euler, map[string]int64{"spring-force": 1, "span": 1, "pair-force": 1, "pair-friction": 3, "meet-near": 3, "meet": 1, "meet-watch": 2, "guide": 1, "integrate": 1}},
		{verlet, map[string]int64{"pair-force": 1, "meet-watch": 1, "guide": 2, "drift": 1}},
		{divided, map[string]int64{"span": 5, "pair-friction": 15, "pair-press": 15, "sweep": 10, "guide": 5}},
	} {
		for pass, want := range c.times {
			must.Be(t, c.run.Times(pass), want, "times of %s", pass)
		}
	}
	n := ranges.Counts{Masses: 100, Spans: 10, Corners: 20}
	once := traffic.Run{Evaluations: 1, Counts: n}.Of([]string{"span"})[0].Bytes
	must.Be(t, traffic.Run{Evaluations: 4, Counts: n}.Of([]string{"span"})[0].Bytes, 4*once, "bytes of span with RK4")
	must.Hold(t, once > 0, "span moves nothing")
}
