package queue

import "time"

// A submission is what the device gets at once: the steps between two flushes,
// timed on the device by a pair of timestamps and followed by a fence. Its length
// follows from what steps were measured to take, so that it comes nowhere near
// the two seconds after which desktop drivers give up on one.
const (
	submissionTarget = 50 * time.Millisecond  // half of the most, so that a step may suddenly cost twice as much
	submissionMost   = 100 * time.Millisecond // on any device; a single step may take longer
	SubmissionSteps  = 4096                   // commands are kept in memory until they have run

	// submissionGrowth bounds how many times the steps of a measured submission the
	// next may have: short measurements say little about long ones.
	submissionGrowth = 4

	// SubmissionsAhead is how many submissions may be queued and not done: the
	// device never runs dry, and the host is at most 0.2 s ahead.
	SubmissionsAhead = 4
)

// Without timestamps a submission has at most so many steps and spring-updates:
// 0.2 s for a device of 100 M spring-updates/s.
const (
	blindSteps   = 64
	blindUpdates = 20_000_000
)

// blindSubmission is the length of submissions of a model where timestamps do not
// work [steps].
func blindSubmission(springs int) int { return min(blindSteps, max(1, blindUpdates/max(1, springs))) }

// submitter is what a queue needs of the device. Places are 0 to
// SubmissionsAhead − 1.
type submitter interface {
	// begin queues the first timestamp of a submission.
	begin(place int)
	// end queues the second timestamp and a fence, and flushes.
	end(place int)
	// reached says whether the fence of a submission was reached, without waiting.
	reached(place int) bool
	// Await waits until it is; an error says that it never will be.
	Await(place int) error
	// Took is the device time of a submission that was reached; false when the
	// device does not say.
	Took(place int) (time.Duration, bool)
}

// Queue divides steps into submissions and bounds how many of them are ahead of
// the device. It allocates nothing, and waits in room alone.
type Queue struct {
	device submitter
	blind  int // length of submissions while timestamps do not work

	ahead  [SubmissionsAhead]int // steps of each submission that is not known to be done; 0: the place is free
	oldest int                   // place of the oldest of those
	count  int                   // of those
	open   int                   // steps of the submission that is being made
	steps  int                   // how many it may have; 0: none is being made

	PerStep time.Duration // smoothed device time of a step; zero: not known
	longest int           // steps of the longest submission whose time is known
	Silent  int           // submissions done without a time since the last with one

	Waits       int64 // for fences
	Submissions int64
}

// Room begins a submission where none is being made and says how many more steps
// it may have, at least 1. It waits for the oldest submission when as many are
// ahead of the device as may be: that is all the waiting in a step. An error says that
// the device is lost.
func (q *Queue) Room() (int, error) {
	if q.steps == 0 {
		q.retire()
		if q.count == SubmissionsAhead {
			q.Waits++
			if err := q.device.Await(q.oldest); err != nil {
				return 0, err
			}
			q.retire()
		}
		q.steps = q.length()
		q.device.begin(q.Place())
	}
	return q.steps - q.open, nil
}

// Add counts steps that were queued, at most those that there was room for, and
// submits them when the submission is full.
func (q *Queue) Add(steps int) {
	q.open += steps
	if q.open >= q.steps {
		q.Submit()
	}
}

// Submit hands what is queued to the device without waiting. What is queued after
// it and before the next step is not counted as time of steps.
func (q *Queue) Submit() {
	if q.open == 0 {
		return
	}
	place := q.Place()
	q.device.end(place)
	q.ahead[place] = q.open
	q.count++
	q.Submissions++
	q.open, q.steps = 0, 0
}

// Place is that of the submission being made.
func (q *Queue) Place() int { return (q.oldest + q.count) % SubmissionsAhead }

// retire takes in submissions that are done, oldest first.
func (q *Queue) retire() {
	for q.count > 0 && q.device.reached(q.oldest) {
		steps := q.ahead[q.oldest]
		if took, ok := q.device.Took(q.oldest); ok {
			q.measured(steps, took)
		} else {
			q.Silent++
		}
		q.oldest = (q.oldest + 1) % SubmissionsAhead
		q.count--
	}
}

// measured takes in the time of a submission: a step that has become slower
// counts at once, one that has become faster in part.
func (q *Queue) measured(steps int, took time.Duration) {
	q.Silent = 0
	perStep := max(took/time.Duration(steps), 1)
	if q.PerStep > perStep {
		perStep = (q.PerStep + perStep) / 2
	}
	q.PerStep = perStep
	q.longest = max(q.longest, steps)
}

// length is how many steps the next submission may have: one, until a time is
// known.
func (q *Queue) length() int {
	if q.Silent > SubmissionsAhead {
		return q.blind
	}
	if q.PerStep == 0 {
		return 1
	}
	steps := min(submissionTarget/q.PerStep, SubmissionSteps, time.Duration(submissionGrowth*q.longest))
	return max(1, int(steps))
}
