package env_test

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/sim"
	"hooke/sim/env"
)

func opened(t *testing.T, scene string, count int, options string) *env.Env {
	t.Helper()
	return must.Open(env.Open(scene, count, must.Get(env.ParseOptions([]byte(options)))(t)))(t)
}

// outcome holds what a call of Step gives.
type outcome struct {
	seen                  []float32
	rewards               []float64
	terminated, truncated []uint8
}

// act takes a period in which input k of environment i gets action(i, k).
func act(t *testing.T, e *env.Env, action func(i, k int) float32) outcome {
	t.Helper()
	n := e.Count()
	out := outcome{make([]float32, n*e.Observations()), make([]float64, n), make([]uint8, n), make([]uint8, n)}
	var u []float32
	for i := range n {
		for k := range e.Actions() {
			u = append(u, action(i, k))
		}
	}
	must.Do(t, e.Step(u, out.seen, out.rewards, out.terminated, out.truncated))
	return out
}

func reset(t *testing.T, e *env.Env, mask []bool) []float32 {
	t.Helper()
	seen := make([]float32, e.Count()*e.Observations())
	must.Do(t, e.Reset(mask, nil, seen))
	return seen
}

// wave is an action that differs between environments and inputs.
func wave(b int) func(i, k int) float32 {
	return func(i, k int) float32 { return 1 + 0.1*float32(math.Sin(float64(b)/5+float64(k)+0.3*float64(i))) }
}

// column returns a column of metrics, 0 where it is not defined.
func column(t *testing.T, e *env.Env, name string) (out []float64) {
	t.Helper()
	columns := e.Robots().Columns()
	all := make([]float64, e.Count()*len(columns))
	must.Do(t, e.Read("metrics", all))
	for c, of := range columns {
		for i := range e.Count() {
			if of.Name == name {
				x := all[i*len(columns)+c]
				if x-x != 0 {
					x = 0
				}
				out = append(out, x)
			}
		}
	}
	return out
}

// The rewards of all periods add up to the metrics of the whole episode: the way along forward, the work, and a sum of both.
func TestRewardsAddUp(t *testing.T) {
	const periods, n = 12, 3
	for _, c := range []struct {
		reward string
		want   func(speed, work, path float64) float64
	}{
		{"speed_forward", func(speed, _, _ float64) float64 { return speed }},
		{"2*path - 0.1*work", func(_, work, path float64) float64 { return 2*path - 0.1*work }},
		{"path + speed_forward*path*0", func(_, _, path float64) float64 { return path }},
	} {
		e := opened(t, "walker", n, `{"period": 40, "reward": "`+c.reward+`"}`)
		reset(t, e, nil)
		before, sum := column(t, e, "com_x"), make([]float64, n)
		for b := range periods {
			for i, r := range act(t, e, wave(b)).rewards {
				sum[i] += r
			}
		}
		x, work, path := column(t, e, "com_x"), column(t, e, "work"), column(t, e, "path")
		for i := range sum {
			want := c.want((x[i]-before[i])/(40*e.Robots().Kind().Params.DT), work[i], path[i])
			must.Hold(t, math.Abs(sum[i]-want) <= 1e-6*math.Abs(want) && want != 0, "%s of environment %d adds up to %g, want %g", c.reward, i, sum[i], want)
		}
	}
}

// An episode that has lasted its limit is truncated; the next one begins as the first, when its kind of autoreset says.
func TestAutoreset(t *testing.T) {
	for _, kind := range env.Autoresets() {
		e := opened(t, "walker", 3, `{"period": 40, "limit": 4, "autoreset": "`+string(kind)+`"}`)
		first := reset(t, e, nil)
		one := act(t, e, wave(0)).seen
		for b := 1; b < 3; b++ {
			must.Be(t, slices.Max(act(t, e, wave(b)).truncated), 0, "%s: truncated in period %d", kind, b)
		}
		last := act(t, e, wave(3))
		must.Hold(t, slices.Min(last.truncated) == 1 && slices.Max(last.terminated) == 0, "%s: after 4 periods truncated is %v, terminated %v", kind, last.truncated, last.terminated)
		switch kind {
		case env.NextStep:
			must.Hold(t, !slices.Equal(last.seen, first), "next_step: what was seen last is not shown")
			got := act(t, e, wave(9))
			must.BeAll(t, got.seen, first, "next_step: the view of the call behind an episode")
			must.BeAll(t, got.rewards, make([]float64, 3), "next_step: its rewards")
		case env.SameStep:
			must.BeAll(t, last.seen, first, "same_step: the view of the call that ends an episode")
			must.Hold(t, !slices.Equal(e.Final(), first), "same_step: the last view is the first one")
		case env.Disabled:
			u := make([]float32, 3*e.Actions())
			must.Say(t, "a step behind an episode", e.Step(u, last.seen, last.rewards, last.terminated, last.truncated), "reset")
			must.BeAll(t, reset(t, e, []bool{true, true, true}), first, "disabled: the view after a reset")
		}
		must.BeAll(t, act(t, e, wave(0)).seen, one, "%s: the second episode", kind)
	}
}

// Environments of one seed and the same actions give the same bytes, of another seed others where starts are noisy, however many there are.
func TestSeeds(t *testing.T) {
	play := func(count int, seed uint64) []float32 {
		e := opened(t, "walker", count, `{"period": 20, "noise": 0.05}`)
		seeds := make([]uint64, count)
		for i := range seeds {
			seeds[i] = seed + uint64(i)
		}
		must.Do(t, e.Reset(nil, seeds, make([]float32, count*e.Observations())))
		act(t, e, wave(1))
		must.Do(t, e.Finish())
		must.Hold(t, !e.OnThread(), "on a processor one goroutine must make all calls")
		return act(t, e, wave(2)).seen
	}
	one := play(2, 1)
	must.BeAll(t, play(2, 1), one, "a second play of a seed")
	must.BeAll(t, play(20, 1)[:len(one)], one, "a play among others")
	must.Hold(t, !slices.Equal(play(2, 2), one), "two seeds give one play")
}

// Noise of sensors is another one in each episode and for each environment, and the same again for the same seeds, on members that are
// stepped together and on those with engines of their own.
func TestNoiseOfSensors(t *testing.T) {
	for _, engine := range []string{`"engine": "cpu"`, `"engine": "cpu", "precision": "double"`, `"engine": "cpuref"`} {
		e := opened(t, "crawler", 2, `{`+engine+`, "set": {"sensor[0].noise": 0.1}}`)
		seen := func(seeds []uint64) []float32 {
			out := make([]float32, 2*e.Observations())
			must.Do(t, e.Reset(nil, seeds, out))
			return out
		}
		first, second := seen([]uint64{1, 2}), seen(nil)
		must.Hold(t, !slices.Equal(first, second) && !slices.Equal(first[:3], first[3:]), "%s: noise repeats: %v, then %v", engine, first, second)
		must.BeAll(t, seen([]uint64{1, 2}), first, "%s: noise of the same seeds", engine)
		must.BeAll(t, seen(nil), second, "%s: noise of the second episode", engine)
	}
}

// A member that leaves alone terminates alone.
func TestTerminated(t *testing.T) {
	e := opened(t, "walker", 3, `{"period": 20, "reward": "height_mean", "set": {"run.until": ["left"], "run.leave_radius": 0.001}}`)
	push := func(int) *model.State {
		s := *e.Robots().Scene().Start
		s.Velocity = slices.Repeat([]model.Vec3{{0.5, 0, 0}}, len(s.Velocity))
		return &s
	}
	reset(t, e, nil)
	must.Do(t, e.Robots().ResetFrom([]bool{false, true, false}, push))
	var ended []uint8
	for range 20 {
		if ended = act(t, e, func(int, int) float32 { return 1 }).terminated; slices.Max(ended) == 1 {
			break
		}
	}
	must.BeAll(t, ended, []uint8{0, 1, 0}, "terminated")
}

// What is wrong with options, actions and arrays is named.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"reward": "speed_forwrd"}`: `did you mean "speed_forward"`, `{"autoreset": "now"}`: "next_step", `{"direction": [0, 0, 1]}`: "across it", `{"reward": "speed +"}`: "expression",
		`{"period": 15, "metrics_every": 10}`: "no multiple", `{"inputs": "x.npz"}`: "cannot both act",
	} {
		must.Say(t, text, must.Err(env.Open("walker", 2, must.Get(env.ParseOptions([]byte(text)))(t))), want)
	}
	must.Say(t, "no period", must.Err(env.ParseOptions([]byte(`{"period": 0}`))), "period")
	e := opened(t, "walker", 2, "")
	must.Say(t, "few seeds", e.Reset(nil, []uint64{1}, make([]float32, 2*e.Observations())), "1 seeds")
	u, rewards, ends := make([]float32, 2*e.Actions()), make([]float64, 2), make([]uint8, 2)
	u[0] = float32(math.NaN())
	for want, seen := range map[string][]float32{"finite": make([]float32, 2*e.Observations()), "2 environments": nil} {
		err := e.Step(u, seen, rewards, ends, ends)
		must.Say(t, want, err, want)
		must.Hold(t, sim.IsWrong(err), "%v is no error of an argument", err)
	}
	must.Say(t, "a short mask", e.Reset([]bool{true}, nil, make([]float32, 2*e.Observations())), "a mask of 1")
	low, high := e.Bounds()
	must.Hold(t, len(low) == e.Actions() && low[0] < 1 && high[0] > 1, "bounds are %v and %v", low, high)
	must.Be(t, e.Info().Kind, "environments", "kind")
	e.Close()
	must.Hold(t, must.Err(e.Shape("positions")) != nil, "a quantity after Close")
}
