package env

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"hooke/control"
	"hooke/model"
	"hooke/order/random"
	"hooke/sim"
	"hooke/sim/robots"
)

// Env is the environments. Open makes them, Reset begins, and Close releases them.
type Env struct {
	robots  *robots.Robots
	options Options
	reward  *reward
	inputs  []control.Input
	width   int

	age    []int64  // periods of the episode of each
	over   []bool   // whether its episode has ended
	again  []bool   // scratch: those that NextStep begins anew in this call
	lived  []uint64 // episodes of each since it was seeded
	seeds  []uint64 // of each
	action []float64
	seen   []float64
	status []uint8
	final  []float32 // what was seen last of those that ended in this call, SameStep
}

// Open opens a scene as a number of environments; number i has the seed i. The caller closes them.
func Open(name string, count int, o Options) (*Env, error) {
	return OpenIn(context.Background(), name, count, o)
}

// OpenIn is Open, which ends early when the context does; see sim.OpenIn.
func OpenIn(ctx context.Context, name string, count int, o Options) (*Env, error) {
	o.Host, o.Muscles = true, true
	o.Autoreset = cmp.Or(o.Autoreset, NextStep)
	if err := o.faults(); err != nil {
		return nil, err
	}
	r, err := robots.OpenIn(ctx, name, count, o.Options)
	if err != nil {
		return nil, err
	}
	e := &Env{robots: r, options: o, inputs: r.Kind().Control.Inputs, width: r.Width()}
	if every := r.Metrics().Every; every > 0 && r.Period()%every != 0 {
		r.Close()
		return nil, fmt.Errorf("a period of %d steps is no multiple of the %d steps between samples of metrics; leave the option metrics_every out", r.Period(), every)
	}
	if e.reward, err = newReward(o.Reward, r); err != nil {
		r.Close()
		return nil, err
	}
	e.age, e.over, e.again, e.lived, e.seeds = make([]int64, count), make([]bool, count), make([]bool, count), make([]uint64, count), make([]uint64, count)
	for i := range e.seeds {
		e.seeds[i] = uint64(i)
	}
	e.action, e.seen, e.status = make([]float64, count*len(e.inputs)), make([]float64, count*e.width), make([]uint8, count)
	e.final = make([]float32, count*e.width)
	return e, nil
}

// Count returns how many environments there are.
func (e *Env) Count() int { return e.robots.Members() }

// Actions returns how many numbers an action of one environment has.
func (e *Env) Actions() int { return len(e.inputs) }

// Observations returns how many numbers one environment shows.
func (e *Env) Observations() int { return e.width }

// Bounds returns the least and the largest of each number of an action; those of inputs without bounds are infinite.
func (e *Env) Bounds() (low, high []float32) {
	for _, in := range e.inputs {
		if in.Min < in.Max {
			low, high = append(low, float32(in.Min)), append(high, float32(in.Max))
		} else {
			low, high = append(low, float32(math.Inf(-1))), append(high, float32(math.Inf(1)))
		}
	}
	return low, high
}

// Robots returns the robots that are stepped. They belong to the Env.
func (e *Env) Robots() *robots.Robots { return e.robots }

// Autoreset returns when an environment whose episode has ended begins the next one.
func (e *Env) Autoreset() Autoreset { return e.options.Autoreset }

// Final returns what was seen last of each environment that ended in the last call, with SameStep: [count][observations].
func (e *Env) Final() []float32 { return e.final }

// Reset begins a new episode of the environments at which the mask holds, nil: of all, and writes what all show into
// seen, [count][observations]. Seeds, one for each environment, begin random numbers of these anew; nil: they continue.
func (e *Env) Reset(mask []bool, seeds []uint64, seen []float32) error {
	if mask == nil {
		mask = slices.Repeat([]bool{true}, e.Count())
	}
	if len(mask) != e.Count() || seeds != nil && len(seeds) != e.Count() || len(seen) != e.Count()*e.width {
		return sim.Wrongf("a mask of %d, %d seeds and room for %d numbers; there are %d environments that show %d each", len(mask), len(seeds), len(seen), e.Count(), e.width)
	}
	for i, seed := range seeds {
		if mask[i] {
			e.seeds[i], e.lived[i] = seed, 0
		}
	}
	if err := e.begin(mask); err != nil {
		return err
	}
	return e.look(seen)
}

// begin begins episodes.
func (e *Env) begin(mask []bool) error {
	for i, reset := range mask {
		if reset {
			e.robots.Vary(i, e.dice(i))
		}
	}
	if err := e.robots.ResetFrom(mask, e.start); err != nil {
		return err
	}
	for i, reset := range mask {
		if reset {
			e.age[i], e.over[i] = 0, false
			e.lived[i]++
		}
	}
	return e.reward.begin(mask)
}

// dice is the seed of an episode of an environment, for its start and for the noise of its sensors.
func (e *Env) dice(i int) uint64 { return random.Of(random.Of(e.seeds[i]) + e.lived[i]) }

// start is the state in which the next episode of an environment begins: it depends on the seed of the environment and on
// how many episodes that has had since.
func (e *Env) start(i int) *model.State {
	start := e.robots.Scene().Start
	if e.options.Noise == 0 {
		return start
	}
	out := *start
	out.Velocity = slices.Clone(start.Velocity)
	dice := random.Stream(e.dice(i))
	push := model.Vec3{dice.Normal(), dice.Normal(), dice.Normal()}.Mul(e.options.Noise)
	for m := range out.Velocity {
		for axis, by := range push {
			if e.robots.Kind().Model.PinOf(m)&(model.PinX<<axis) == 0 {
				out.Velocity[m][axis] += by
			}
		}
	}
	return &out
}

// Step takes one period of all environments: actions [count][actions]; what they show goes to seen [count]
// [observations], with the rewards and with 1 where an episode has terminated or was truncated, [count] each. An error of
// arguments is one of sim.IsWrong.
func (e *Env) Step(actions, seen []float32, rewards []float64, terminated, truncated []uint8) error {
	count := e.Count()
	if len(actions) != len(e.action) || len(seen) != len(e.seen) || len(rewards) != count || len(terminated) != count || len(truncated) != count {
		return sim.Wrongf("%d environments take %d numbers and show %d each; the arrays have %d, %d, %d, %d and %d", count, len(e.inputs), e.width, len(actions), len(seen), len(rewards), len(terminated), len(truncated))
	}
	for i, u := range actions {
		if u-u != 0 {
			return sim.Wrongf("action %d of environment %d is %g; give finite numbers", i%len(e.inputs), i/len(e.inputs), u)
		}
		e.action[i] = float64(u)
	}
	if e.options.Autoreset == Disabled && slices.Contains(e.over, true) {
		return sim.Wrongf("an episode has ended, and nothing begins the next one; call reset with a mask")
	}
	again := e.again
	copy(again, e.over)
	if err := e.robots.Act(e.action); err != nil {
		return err
	}
	if err := e.robots.Step(e.robots.Period()); err != nil {
		return err
	}
	if err := e.robots.Read("status", e.status); err != nil {
		return err
	}
	if err := e.reward.of(rewards, again); err != nil {
		return err
	}
	e.judge(again, terminated, truncated)
	if slices.Contains(again, true) {
		if err := e.begin(again); err != nil {
			return err
		}
	}
	if err := e.look(seen); err != nil {
		return err
	}
	if e.options.Autoreset == SameStep && slices.Contains(e.over, true) {
		copy(e.final, seen)
		if err := e.begin(slices.Clone(e.over)); err != nil {
			return err
		}
		return e.look(seen)
	}
	return nil
}

// judge says whose episodes have ended.
func (e *Env) judge(again []bool, terminated, truncated []uint8) {
	for i := range e.over {
		terminated[i], truncated[i] = 0, 0
		if again[i] {
			continue
		}
		e.age[i]++
		switch {
		case e.status[i] != 0:
			terminated[i] = 1
		case e.options.Limit > 0 && e.age[i] >= e.options.Limit:
			truncated[i] = 1
		}
		e.over[i] = terminated[i]+truncated[i] > 0
	}
}

// look writes what all environments show; a number that is not finite, of one that diverged, is 0.
func (e *Env) look(seen []float32) error {
	if err := e.robots.Read("sensors", e.seen); err != nil {
		return err
	}
	for i, y := range e.seen {
		if seen[i] = float32(y); seen[i]-seen[i] != 0 {
			seen[i] = 0
		}
	}
	return nil
}

// Close releases what the environments hold. A second call does nothing.
func (e *Env) Close() { e.robots.Close() }

// OnThread reports whether the goroutine that opened them must make all calls.
func (e *Env) OnThread() bool { return e.robots.OnThread() }

// Shape returns the shape of a quantity of the robots.
func (e *Env) Shape(name string) (sim.Array, error) { return e.robots.Shape(name) }

// Read waits for all steps and copies a quantity of all robots into dst.
func (e *Env) Read(name string, dst any) error { return e.robots.Read(name, dst) }

// Info describes environments, in words that programs read.
type Info struct {
	robots.Info
	Autoreset Autoreset `json:"autoreset"`
	Reward    string    `json:"reward"`
	Limit     int64     `json:"limit"` // periods of an episode; 0: no limit
}

// Info describes them.
func (e *Env) Info() Info {
	out := Info{e.robots.Info(), e.options.Autoreset, e.reward.text, e.options.Limit}
	out.Kind = "environments"
	return out
}

// Finish waits for all steps.
func (e *Env) Finish() error { return e.robots.Finish() }
