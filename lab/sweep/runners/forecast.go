package runners

import (
	"fmt"
	"slices"
	"time"

	"hooke/lab/ensemble"
	"hooke/machine/memory"
	"hooke/scene/words"
)

// Forecast is the expected time of a sweep, from its first job.
type Forecast struct {
	Reason string // why the first job runs alone; empty: it is a member of an ensemble
	Lone   string // why it has an engine of its own; empty: members are stepped together

	Masses, Springs int
	Steps           int64   // of a run
	Members         int     // of each engine
	Engines         int     // that step at a time, each by a thread of its own
	Bytes           int64   // that their ensembles take
	Rate            float64 // member-steps a second of all threads, where packs are full
	SetUp           float64 // that a run takes of all threads before it steps: its scene, and its set-up in an engine [s]
	Judged          float64 // that judging took [s]
}

// The time to write a sweep at its end: journal, table and plots, by the number of runs. Measured with 64 to 8,192 walkers.
const (
	writeAll = 0.02   // [s]
	writeRun = 6.5e-5 // [s]
)

// All returns the time of some jobs of a sweep from its start to its end, judging and writing
// included, of rows in its table [s].
func (f Forecast) All(jobs, rows int64) float64 {
	return f.Judged + float64(jobs)*(f.SetUp+float64(f.Steps)/f.Rate) + writeAll + writeRun*float64(rows)
}

// Forecast holds the estimated cost of jobs.
func (r *Together) Forecast() Forecast { return r.first }

// Words returns the forecast of some jobs of a sweep that ends with a number of rows.
func (f Forecast) Words(jobs, rows int64) string {
	if f.Reason != "" {
		return fmt.Sprintf("runs one by one on the engine cpu: %s", f.Reason)
	}
	steps := float64(jobs) * float64(f.Steps)
	out := fmt.Sprintf("%s of %s, %.3g robot-steps: about %.2g s, %.2g s of it for steps at %.3g M per second; %s for %s of %s on each of %s",
		words.Counted(jobs, "run"), words.Counted(f.Steps, "step"), steps, f.All(jobs, rows), steps/f.Rate, f.Rate/1e6, memory.Text(f.Bytes), words.Counted(int64(f.Members), "member"), words.Counted(f.Masses, "mass"), words.Counted(int64(f.Engines), "thread"))
	if f.Lone != "" {
		out += ", with an engine of its own (" + f.Lone + ")"
	}
	return out
}

// look times a pack of the first job, and asks for the memory that the sweep takes.
func (r *Together) look(first *made) error {
	m := first.Kind.Model
	member := ensemble.Member{Values: first.Values, Start: first.start, Seed: first.Seed} // which nothing ends but a divergence
	pack := r.maker.Pack
	if first.lone != "" {
		pack = 1
	}
	begin := time.Now()
	e, err := r.maker.New([]ensemble.Kind{first.Kind}, slices.Repeat([]ensemble.Member{member}, pack), &r.plan.Spec.Metrics)
	if err != nil {
		return err
	}
	defer e.Close()
	setUp := r.setUp / float64(r.threads)
	if !r.maker.One { // programs of a device are made once
		setUp += time.Since(begin).Seconds() / float64(pack*r.engines)
	}
	if r.perStep, err = secondsOfStep(e); err != nil {
		return err
	}
	members := r.most(first, len(r.plan.Jobs))
	bytes := r.maker.Bytes(first.Kind, int64(members))
	r.first = Forecast{Lone: first.lone, Masses: m.MassCount(), Springs: m.SpringCount(), Steps: first.steps, Members: members, Engines: r.engines,
		Bytes: int64(r.engines) * bytes, Rate: float64(r.engines*pack) / r.perStep, SetUp: setUp, Judged: r.plan.Took.Seconds()}
	return r.askFor(bytes, members)
}

// secondsOfStep times the steps of an engine whose members are the same, until it has taken long enough or they have diverged.
func secondsOfStep(e ensemble.Engine) (float64, error) {
	const enough = 5 * time.Millisecond
	for warm, steps := false, 1; ; warm, steps = true, 4*steps {
		begin := time.Now()
		if err := e.Step(steps); err != nil {
			return 0, err
		}
		if err := e.Finish(); err != nil {
			return 0, err
		}
		took := time.Since(begin)
		status, err := e.Status()
		if err != nil {
			return 0, err
		}
		if status[0].Ended != "" { // after about half of these steps
			return 2 * took.Seconds() / float64(steps), nil
		}
		if warm && took >= enough { // the first steps wait for programs of a device
			return took.Seconds() / float64(steps), nil
		}
	}
}

// most returns the maximum number of members like this one in a unit, for a number of jobs. Results do not
// depend on it. Members with engines of their own are units by themselves: they are not faster together, and
// a kill loses the least that way.
func (r *Together) most(m *made, jobs int) int {
	if m.lone != "" {
		return 1
	}
	return r.packs(m, jobs) * r.maker.Pack
}

// packs is how many packs of members like this one a unit has at most, of a number of jobs.
func (r *Together) packs(m *made, jobs int) int {
	share := (jobs + 2*r.engines*r.maker.Pack - 1) / (2 * r.engines * r.maker.Pack) // so that threads end together
	return max(1, min(int(aim/max(r.foretold(m.Kind.Model.SpringCount())*float64(m.steps), 1e-9)), r.maker.MostPacks, share))
}

// foretold is the predicted time of a step of a pack of members with a number of springs, as far as the first
// job tells [s]; 0: not known. A pack costs about as much as a member with an engine of its own, where the
// first job is such a one.
func (r *Together) foretold(springs int) float64 {
	if r.first.Springs == 0 {
		return r.perStep
	}
	return r.perStep * float64(springs) / float64(r.first.Springs)
}
