package queue

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hooke/gpu/glx"
	"hooke/must"
)

// pretended is a device that takes a given time for each step, with a clock of its
// own that moves only when the host waits.
type pretended struct {
	Step  func(done int64) time.Duration // of a step, after that many
	mute  bool                           // its timestamps do not work
	gaps  int                            // every so manieth of them is missing; 0: none
	Lost  bool                           // it never does more
	asked int
	Queue *Queue

	now, free time.Duration // the host's clock, and when the device is done with all it has
	done      int64
	at        [SubmissionsAhead]time.Duration // when each submission is done
	took_     [SubmissionsAhead]time.Duration
	lengths   []int
	times     []time.Duration
	ahead     int // most submissions that were not done
}

func (d *pretended) begin(int) {}

func (d *pretended) end(place int) {
	total := time.Duration(0)
	for range d.Queue.open {
		total += d.Step(d.done)
		d.done++
	}
	d.free = max(d.free, d.now) + total
	d.at[place], d.took_[place] = d.free, total
	d.lengths, d.times = append(d.lengths, d.Queue.open), append(d.times, total)
	pending := 0
	for _, at := range d.at {
		if at > d.now {
			pending++
		}
	}
	d.ahead = max(d.ahead, pending)
}

func (d *pretended) reached(place int) bool { return d.at[place] <= d.now }

func (d *pretended) Await(place int) error {
	if d.Lost {
		return glx.ErrLost
	}
	d.now = max(d.now, d.at[place])
	return nil
}

func (d *pretended) Took(place int) (time.Duration, bool) {
	d.asked++
	return d.took_[place], !d.mute && (d.gaps == 0 || d.asked%d.gaps != 0)
}

// Run steps as Engine.Step does. rows bounds the steps that are queued at once.
func (d *pretended) Run(n, rows int) {
	for n > 0 {
		room, err := d.Queue.Room()
		if err != nil {
			panic(err) // a device that is not lost has room
		}
		batch := min(n, room, rows)
		d.Queue.Add(batch)
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
		{"1 µs", steady(time.Microsecond), time.Microsecond, 100_000, SubmissionSteps},
		{"100 µs", steady(100 * time.Microsecond), 100 * time.Microsecond, 10_000, 500},
		{"slower later", slower, 190 * time.Microsecond, 6000, 263},
		{"faster later", faster, 190 * time.Microsecond, 20_000, 500},
		{"30 ms", steady(30 * time.Millisecond), 30 * time.Millisecond, 100, 1},
		{"1 s", steady(time.Second), time.Second, 20, 1},
	} {
		for _, rows := range []int{1 << 30, 127} {
			d := &pretended{Step: c.step}
			q := &Queue{device: d, blind: 64}
			d.Queue = q
			d.Run(c.steps, rows)
			q.Submit()
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
			if d.ahead > SubmissionsAhead {
				t.Errorf("%s: %d submissions were ahead of the device, at most %d may be", c.name, d.ahead, SubmissionsAhead)
			}
			must.Be(t, d.lengths[len(d.lengths)-2], c.typical, "%s: a late submission has steps", c.name)
		}
	}
}

// The only waits are those for the oldest of as many submissions as may be ahead,
// once for each beyond them; a device that keeps up is never waited for.
func TestWaitsAreThoseOfTheQueue(t *testing.T) {
	d := &pretended{Step: steady(time.Millisecond)}
	q := &Queue{device: d}
	d.Queue = q
	d.Run(5000, 1<<30)
	if want := q.Submissions - SubmissionsAhead; q.Waits < want || q.Waits > want+1 {
		t.Errorf("%d waits for %d submissions, want %d or one more", q.Waits, q.Submissions, want)
	}
	waits := q.Waits
	q.Submit()
	d.now = d.free // the device has done everything
	d.Run(40, 1<<30)
	if q.Waits != waits {
		t.Errorf("%d waits for an idle device", q.Waits-waits)
	}
}

// Where timestamps do not work, submissions have the length that no device takes
// long for.
func TestSubmissionsWithoutTimestamps(t *testing.T) {
	d := &pretended{Step: steady(time.Millisecond), mute: true}
	q := &Queue{device: d, blind: blindSubmission(1_000_000)}
	d.Queue = q
	d.Run(500, 1<<30)
	must.Be(t, d.lengths[len(d.lengths)-1], 20, "a blind submission of 1 M springs has steps")
	for _, c := range []struct{ springs, want int }{{0, 64}, {1000, 64}, {10_000_000, 2}, {100_000_000, 1}} {
		must.Be(t, blindSubmission(c.springs), c.want, "%d springs: steps", c.springs)
	}
}

// A time that is missing now and then, and a short submission between long ones, which
// every picture makes, change nothing about the length of the next one.
func TestSubmissionsRememberTheirLength(t *testing.T) {
	d := &pretended{Step: steady(100 * time.Microsecond), gaps: 3}
	q := &Queue{device: d, blind: 7}
	d.Queue = q
	d.Run(10_000, 1<<30)
	for range 2 * SubmissionsAhead {
		d.Run(1, 1<<30)
		q.Submit()
	}
	d.Run(3000, 1<<30)
	if got := slices.Min(d.lengths[len(d.lengths)-5:]); got != 500 {
		t.Errorf("the last submissions have %v steps, want 500", d.lengths[len(d.lengths)-5:])
	}
	must.Hold(t, !slices.Contains(d.lengths, 7), "submissions of %v steps: some are blind although times are known", d.lengths)
}

// A device that is lost while it is waited for is an error of the steps, and nothing is
// taken for done that is not: a caller that relies on it writes to memory that it still reads.
func TestLostDeviceIsNoFinishedSubmission(t *testing.T) {
	d := &pretended{Step: steady(time.Second)}
	q := &Queue{device: d}
	d.Queue = q
	d.Run(SubmissionsAhead, 1<<30)
	d.Lost = true
	if room, err := q.Room(); !errors.Is(err, glx.ErrLost) || room != 0 {
		t.Errorf("room for %d steps on a lost device, error %v", room, err)
	}
	must.Hold(t, q.count == SubmissionsAhead, "%d submissions are ahead of a lost device, want %d as before", q.count, SubmissionsAhead)
}
