package gpu

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
)

// pretended is a device that takes a given time for each step, with a clock of its
// own that moves only when the host waits.
type pretended struct {
	step  func(done int64) time.Duration // of a step, after so many
	mute  bool                           // its timestamps do not work
	gaps  int                            // every so manieth of them is missing; 0: none
	lost  bool                           // it never does more
	asked int
	queue *queue

	now, free time.Duration // the host's clock, and when the device is done with all it has
	done      int64
	at        [submissionsAhead]time.Duration // when each submission is done
	took_     [submissionsAhead]time.Duration
	lengths   []int
	times     []time.Duration
	ahead     int // most submissions that were not done
}

func (d *pretended) begin(int) {}

func (d *pretended) end(place int) {
	total := time.Duration(0)
	for range d.queue.open {
		total += d.step(d.done)
		d.done++
	}
	d.free = max(d.free, d.now) + total
	d.at[place], d.took_[place] = d.free, total
	d.lengths, d.times = append(d.lengths, d.queue.open), append(d.times, total)
	pending := 0
	for _, at := range d.at {
		if at > d.now {
			pending++
		}
	}
	d.ahead = max(d.ahead, pending)
}

func (d *pretended) reached(place int) bool { return d.at[place] <= d.now }

func (d *pretended) await(place int) error {
	if d.lost {
		return glx.ErrLost
	}
	d.now = max(d.now, d.at[place])
	return nil
}

func (d *pretended) took(place int) (time.Duration, bool) {
	d.asked++
	return d.took_[place], !d.mute && (d.gaps == 0 || d.asked%d.gaps != 0)
}

// run steps as Engine.Step does, with rows bounding what goes in at once.
func (d *pretended) run(n, rows int) {
	for n > 0 {
		room, err := d.queue.room()
		if err != nil {
			panic(err) // a device that is not lost has room
		}
		batch := min(n, room, rows)
		d.queue.add(batch)
		n -= batch
	}
}

func steady(step time.Duration) func(int64) time.Duration {
	return func(int64) time.Duration { return step }
}

// No submission takes a tenth of a second unless one step does, none is more than
// a few ahead, and no step is lost, on devices from a microsecond to a second per
// step, and on one that becomes slower in the middle.
func TestSubmissionsStayShort(t *testing.T) {
	slower := func(done int64) time.Duration {
		if done > 2000 {
			return 190 * time.Microsecond
		}
		return 100 * time.Microsecond
	}
	faster := func(done int64) time.Duration {
		if done > 2000 {
			return 100 * time.Microsecond
		}
		return 190 * time.Microsecond
	}
	for _, c := range []struct {
		name    string
		step    func(int64) time.Duration
		slowest time.Duration
		steps   int
		typical int // length of a late submission
	}{
		{"1 µs", steady(time.Microsecond), time.Microsecond, 100_000, submissionSteps},
		{"100 µs", steady(100 * time.Microsecond), 100 * time.Microsecond, 10_000, 500},
		{"slower later", slower, 190 * time.Microsecond, 6000, 263},
		{"faster later", faster, 190 * time.Microsecond, 20_000, 500},
		{"30 ms", steady(30 * time.Millisecond), 30 * time.Millisecond, 100, 1},
		{"1 s", steady(time.Second), time.Second, 20, 1},
	} {
		for _, rows := range []int{1 << 30, 127} {
			d := &pretended{step: c.step}
			q := &queue{device: d, blind: 64}
			d.queue = q
			d.run(c.steps, rows)
			q.submit()
			if d.lengths[0] != 1 {
				t.Errorf("%s: the first submission has %d steps, want 1: nothing is known", c.name, d.lengths[0])
			}
			total := 0
			for i, took := range d.times {
				total += d.lengths[i]
				if took > submissionMost && d.lengths[i] > 1 {
					t.Errorf("%s: submission %d of %d steps takes %v, more than %v", c.name, i, d.lengths[i], took, submissionMost)
				}
			}
			if total != c.steps {
				t.Errorf("%s: %d steps were submitted of %d", c.name, total, c.steps)
			}
			if d.ahead > submissionsAhead {
				t.Errorf("%s: %d submissions were ahead of the device, at most %d may be", c.name, d.ahead, submissionsAhead)
			}
			if got := d.lengths[len(d.lengths)-2]; got != c.typical {
				t.Errorf("%s: a late submission has %d steps, want %d", c.name, got, c.typical)
			}
		}
	}
}

// The only waits are those for the oldest of as many submissions as may be ahead,
// once for each beyond them; a device that keeps up is never waited for.
func TestWaitsAreThoseOfTheQueue(t *testing.T) {
	d := &pretended{step: steady(time.Millisecond)}
	q := &queue{device: d}
	d.queue = q
	d.run(5000, 1<<30)
	if want := q.submissions - submissionsAhead; q.waits < want || q.waits > want+1 {
		t.Errorf("%d waits for %d submissions, want %d or one more", q.waits, q.submissions, want)
	}
	waits := q.waits
	q.submit()
	d.now = d.free // the device has done everything
	d.run(40, 1<<30)
	if q.waits != waits {
		t.Errorf("%d waits for an idle device", q.waits-waits)
	}
}

// Where timestamps do not work, submissions have the length that no device takes
// long for.
func TestSubmissionsWithoutTimestamps(t *testing.T) {
	d := &pretended{step: steady(time.Millisecond), mute: true}
	q := &queue{device: d, blind: blindSubmission(1_000_000)}
	d.queue = q
	d.run(500, 1<<30)
	if got, want := d.lengths[len(d.lengths)-1], 20; got != want {
		t.Errorf("a blind submission of 1 M springs has %d steps, want %d", got, want)
	}
	for _, c := range []struct{ springs, want int }{{0, 64}, {1000, 64}, {10_000_000, 2}, {100_000_000, 1}} {
		if got := blindSubmission(c.springs); got != c.want {
			t.Errorf("%d springs: %d steps, want %d", c.springs, got, c.want)
		}
	}
}

// A time that is missing now and then, and a short submission between long ones, which
// every picture makes, change nothing about the length of the next one.
func TestSubmissionsRememberTheirLength(t *testing.T) {
	d := &pretended{step: steady(100 * time.Microsecond), gaps: 3}
	q := &queue{device: d, blind: 7}
	d.queue = q
	d.run(10_000, 1<<30)
	for range 2 * submissionsAhead {
		d.run(1, 1<<30)
		q.submit()
	}
	d.run(3000, 1<<30)
	if got := slices.Min(d.lengths[len(d.lengths)-5:]); got != 500 {
		t.Errorf("the last submissions have %v steps, want 500", d.lengths[len(d.lengths)-5:])
	}
	if slices.Contains(d.lengths, 7) {
		t.Errorf("submissions of %v steps: some are blind although times are known", d.lengths)
	}
}

// The time in a timer that was not read in time for its submission is not that of the
// next one at its place.
func TestTimesBelongToTheirSubmission(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := randomModel(32, 300, 1200)
	e, err := New(ctx, m, stirredParams(), Options{})
	must(t, err)
	defer e.Close()
	for _, timed := range []bool{true, false} {
		must(t, e.Step(1)) // begins the submission at place 0
		place := e.queue.place()
		for range 20 {
			e.advance(0)
		}
		e.Submit()
		must(t, e.submissions.await(place))
		if e.submissions.timed[place] = e.submissions.timed[place] && timed; !timed {
			if took, ok := e.submissions.took(place); ok {
				t.Errorf("%v is taken for the time of a submission that was not timed", took)
			}
		}
		must(t, e.Finish())
	}
}

// A device that is lost while it is waited for is an error of the steps, and nothing is
// taken for done that is not: who relies on that writes to memory that it still reads.
func TestLostDeviceIsNoFinishedSubmission(t *testing.T) {
	d := &pretended{step: steady(time.Second)}
	q := &queue{device: d}
	d.queue = q
	d.run(submissionsAhead, 1<<30)
	d.lost = true
	if room, err := q.room(); !errors.Is(err, glx.ErrLost) || room != 0 {
		t.Errorf("room for %d steps on a lost device, error %v", room, err)
	}
	if q.count != submissionsAhead {
		t.Errorf("%d submissions are ahead of a lost device, want %d as before", q.count, submissionsAhead)
	}
}

// On a device: any number of steps in one call, bounded submissions, no waits for
// a few steps, and waits for no more than submissions.
func TestStepQueuesAnyNumber(t *testing.T) {
	ctx := gltest.New(t)
	m, state := randomModel(32, 300, 1200)
	p := stirredParams()
	e, err := New(ctx, m, p, Options{Pipeline: options.Fused, KeepLastGood: true})
	must(t, err)
	defer e.Close()
	must(t, e.Reset(state))
	must(t, e.Step(submissionsAhead))
	if e.Waits() != 0 {
		t.Errorf("%d waits for the first %d steps", e.Waits(), submissionsAhead)
	}
	const steps = 3000
	must(t, e.Step(steps))
	if entries := len(e.good.clocks); entries != 1 {
		t.Errorf("%d entries for the times of kept states, want 1 for one dt", entries)
	}
	must(t, e.Finish())
	ran, err := e.StepsRun()
	must(t, err)
	if ran != steps+submissionsAhead {
		t.Errorf("%d steps ran of %d", ran, steps+submissionsAhead)
	}
	if e.Submissions() < 2 || e.Waits() > e.Submissions() {
		t.Errorf("%d waits for %d submissions", e.Waits(), e.Submissions())
	}
	if e.queue.perStep == 0 || e.queue.silent > submissionsAhead {
		t.Errorf("the time of a step is %v after %d silent submissions: the timestamps of %s do not work", e.queue.perStep, e.queue.silent, ctx.Renderer)
	}
	if n := testing.AllocsPerRun(3, func() { must(t, e.Step(600)) }); n != 0 {
		t.Errorf("600 steps allocate %v times", n)
	}
}

// How steps are divided among calls, and so among submissions, changes no bit.
func TestSubmissionsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	m, state := randomModel(33, 300, 1200)
	run := func(parts ...int) (got model.Snapshot) {
		e, err := New(ctx, m, stirredParams(), Options{})
		must(t, err)
		defer e.Close()
		must(t, e.Reset(state))
		for _, n := range parts {
			must(t, e.Step(n))
			e.Submit()
		}
		must(t, e.Read(&got))
		return got
	}
	whole, parts := run(100), run(1, 2, 30, 0, 67)
	if !slices.Equal(whole.Position, parts.Position) || !slices.Equal(whole.Velocity, parts.Velocity) || whole.Time != parts.Time {
		t.Error("100 steps in one call and in five differ")
	}
}
