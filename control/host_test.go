package control_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"hooke/control"
	"hooke/model"
	"hooke/must"
)

// hosted is the pendant under a host of its own.
func hosted(latency int) (*model.Model, model.Params, *control.Spec) {
	m, p := pendant(100)
	spec := proportional(0, 5, latency)
	spec.Controllers, spec.Host = nil, true
	return m, p, spec
}

// C1, C3: a host takes its time. Its action for a boundary may come until it begins to act, Latency periods
// later, and changes no bit by that; the record repeats the run. A host that answers to the newest sensors
// ends elsewhere.
func TestHostsMayTakeTheirTime(t *testing.T) {
	const periods = 30
	for name, make := range makers() {
		for latency := range 4 {
			m, p, spec := hosted(latency)
			start := m.Start()
			start.Position[1][0] = 1.1
			run := func(lag int, newest bool, sleep func()) (string, *control.Loop) {
				e, loop := closed(t, make, m, p, spec, start)
				y := []float64{0, 0, 0}
				for b := range int64(periods) {
					if of := b - int64(lag); of >= 0 {
						from := of
						if newest {
							from = b
						}
						must.Do(t, loop.Sense(from, y))
						sleep()
						must.Do(t, loop.Act(of, []float64{-40 * (y[0] - 1)}))
					}
					step(t, e, spec.Period)
				}
				return bits(stateOf(t, e)), loop
			}
			want, loop := run(0, false, func() {})
			for lag := 1; lag <= latency; lag++ {
				if got, _ := run(lag, false, func() { time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond) }); got != want {
					t.Errorf("%s: latency %d: a host that is %d periods behind ends elsewhere", name, latency, lag)
				}
				if got, _ := run(lag, true, func() {}); got == want {
					t.Errorf("%s: latency %d: a host that answers to the newest sensors is not seen", name, latency)
				}
			}
			again := *spec
			again.Replay, again.Host = recordingOf(t, loop), false
			e, _ := closed(t, make, m, p, &again, start)
			step(t, e, periods*spec.Period)
			must.Be(t, bits(stateOf(t, e)), want, "%s: latency %d: the recorded inputs do not repeat the run", name, latency)
			if err := loop.Sense(periods-int64(latency)-1, []float64{0, 0, 0}); err == nil {
				t.Error("sensors of a boundary that is gone are given")
			}
		}
	}
}

// With Hold steps never wait for a host: they continue with its newest action and record it, so that the run repeats bit for bit, however late
// the host was, from a checkpoint, too. The host's actions, each at its own boundary, make another run.
func TestHeldActionsAreRecorded(t *testing.T) {
	const periods = 40
	for latency := range 3 {
		m, p, spec := hosted(latency)
		spec.Hold = true
		start := m.Start()
		start.Position[1][0] = 1.1
		e, loop := closed(t, makers()["cpu"], m, p, spec, start)
		asked, own := make(chan [2]float64, periods), make([]float64, periods)
		var host sync.WaitGroup
		host.Go(func() { // the hardware
			draw := rand.New(rand.NewPCG(1, uint64(latency)))
			for x := range asked {
				if pause := time.Duration(draw.IntN(400)) * time.Microsecond; int(x[0])%8 == 3 {
					time.Sleep(time.Duration(latency+2) * time.Millisecond)
				} else {
					time.Sleep(pause)
				}
				own[int(x[0])] = -40 * (x[1] - 1)
				if err := loop.Act(int64(x[0]), []float64{own[int(x[0])]}); err != nil {
					t.Error(err)
				}
			}
		})
		var kept model.Checkpoint
		for b := range int64(periods) {
			y := []float64{0, 0, 0}
			must.Do(t, loop.Sense(b, y))
			asked <- [2]float64{float64(b), y[0]}
			time.Sleep(200 * time.Microsecond)
			step(t, e, spec.Period)
			if b == periods/2 {
				must.Do(t, loop.Save(&kept))
			}
		}
		close(asked)
		host.Wait()
		want, recorded := bits(stateOf(t, e)), recordingOf(t, loop)
		if len(recorded.Used) != periods-latency {
			t.Fatalf("%d boundaries are recorded of %d", len(recorded.Used), periods-latency)
		}
		late := 0
		for b, of := range recorded.Used {
			if of > int64(b) || b > 0 && of < recorded.Used[b-1] {
				t.Errorf("boundary %d has the action of %d", b, of)
			}
			if of < int64(b) {
				late++
			}
		}
		replay := func(actions []float64) string {
			again := *spec
			r := *recorded
			r.Actions = actions
			again.Replay = &r
			other, _ := closed(t, makers()["cpu"], m, p, &again, start)
			step(t, other, periods*spec.Period)
			return bits(stateOf(t, other))
		}
		must.Be(t, replay(recorded.Actions), want, "latency %d: the record does not repeat the run", latency)
		if late == 0 {
			t.Errorf("latency %d: the host was never late", latency)
		} else if replay(own) == want {
			t.Errorf("latency %d: %d actions were held, and the run without them is the same", latency, late)
		}
		_, second := closed(t, makers()["cpu"], m, p, spec, start)
		must.Do(t, second.Restore(&kept))
		if then := recordingOf(t, second); !slices.Equal(then.Used, recorded.Used[:len(then.Used)]) || len(then.Used) == 0 {
			t.Errorf("a checkpoint has used %v of %v", then.Used, recorded.Used)
		}
	}
}

// A host that never acts leaves inputs as they are at first; one that acts late is held from there on, and an older action changes nothing.
func TestLateActionsAreHeld(t *testing.T) {
	m, p, spec := hosted(0)
	spec.Hold = true
	e, loop := closed(t, makers()["cpuref"], m, p, spec, nil)
	for _, act := range []struct {
		b    int64 // −1: it says nothing
		u    float64
		used int64
		want float64
	}{{-1, 0, -1, 0}, {0, 3, 0, 3}, {-1, 0, 0, 3}, {3, 5, 3, 5}, {1, 7, 3, 5}, {-1, 0, 3, 5}} {
		if act.b >= 0 {
			must.Do(t, loop.Act(act.b, []float64{act.u}))
		}
		step(t, e, spec.Period)
		r := recordingOf(t, loop)
		if n := len(r.Used) - 1; r.Used[n] != act.used || r.Actions[n] != act.want {
			t.Errorf("boundary %d: action %g of boundary %d, want %g of %d", n, r.Actions[n], r.Used[n], act.want, act.used)
		}
	}
}

// Linear inputs come to each action along a line over its period: the force in step k of N is the share (k+1)/N of the way.
func TestLinearInputs(t *testing.T) {
	const n, dt = 10, 1e-3
	for latency := range 2 {
		m, p := pendant(1e-6)
		spec := &control.Spec{Period: n, Latency: latency, Linear: true, Host: true, Inputs: []control.Input{{Name: "push", Of: "force[0].x"}}}
		e, loop := closed(t, makers()["cpuref"], m, p, spec, nil)
		before, from := 0., 0.
		for b, to := range []float64{2, 2, -1, 0, 0} {
			must.Do(t, loop.Act(int64(b), []float64{to}))
			if latency == 1 {
				to = []float64{0, 2, 2, -1, 0}[b]
			}
			for k := range n {
				step(t, e, 1)
				v := stateOf(t, e).Velocity[1][0]
				if want := (from + (to-from)*float64(k+1)/n) * dt; !near(v-before, want, 1e-7) {
					t.Errorf("latency %d: step %d of period %d changes the velocity by %g m/s, want %g", latency, k, b, v-before, want)
				}
				before = v
			}
			from = to
		}
	}
}

func near(a, b, tolerance float64) bool { return max(a-b, b-a) <= tolerance }
