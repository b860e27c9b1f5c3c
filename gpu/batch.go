package gpu

import "time"

// A submission is what the device gets at once: the steps between two flushes,
// timed on the device by a pair of timestamps and followed by a fence. Its length
// follows from what steps were measured to take, so that it comes nowhere near
// the two seconds after which desktop drivers give up on one.
const (
	submissionTarget = 50 * time.Millisecond  // half of the most, so that a step may suddenly cost twice as much
	submissionMost   = 100 * time.Millisecond // on any device; a single step may take longer
	submissionSteps  = 4096                   // commands are kept in memory until they have run

	// submissionGrowth bounds how many times the steps of a measured submission the
	// next may have: short measurements say little about long ones.
	submissionGrowth = 4

	// submissionsAhead is how many submissions may be queued and not done: the
	// device never runs dry, and the host is at most 0.2 s ahead.
	submissionsAhead = 4
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
// submissionsAhead − 1.
type submitter interface {
	// begin queues the first timestamp of a submission.
	begin(place int)
	// end queues the second timestamp and a fence, and flushes.
	end(place int)
	// reached says whether the fence of a submission was reached, without waiting.
	reached(place int) bool
	// await waits until it is; an error says that it never will be.
	await(place int) error
	// took is the device time of a submission that was reached; false when the
	// device does not say.
	took(place int) (time.Duration, bool)
}

// queue divides steps into submissions and bounds how many of them are ahead of
// the device. It allocates nothing, and waits in room alone.
type queue struct {
	device submitter
	blind  int // length of submissions while timestamps do not work

	ahead  [submissionsAhead]int // steps of each submission that is not known to be done; 0: the place is free
	oldest int                   // place of the oldest of those
	count  int                   // of those
	open   int                   // steps of the submission that is being made
	steps  int                   // how many it may have; 0: none is being made

	perStep time.Duration // smoothed device time of a step; zero: not known
	longest int           // steps of the longest submission whose time is known
	silent  int           // submissions done without a time since the last with one

	waits       int64 // for fences
	submissions int64
}

// room begins a submission where none is being made and says how many more steps
// it may have, at least 1. It waits for the oldest submission when as many are
// ahead of the device as may be: that is all the waiting in a step. An error says that
// the device is lost.
func (q *queue) room() (int, error) {
	if q.steps == 0 {
		q.retire()
		if q.count == submissionsAhead {
			q.waits++
			if err := q.device.await(q.oldest); err != nil {
				return 0, err
			}
			q.retire()
		}
		q.steps = q.length()
		q.device.begin(q.place())
	}
	return q.steps - q.open, nil
}

// add counts steps that were queued, at most those that there was room for, and
// submits them when the submission is full.
func (q *queue) add(steps int) {
	q.open += steps
	if q.open >= q.steps {
		q.submit()
	}
}

// submit hands what is queued to the device without waiting. What is queued after
// it and before the next step is not counted as time of steps.
func (q *queue) submit() {
	if q.open == 0 {
		return
	}
	place := q.place()
	q.device.end(place)
	q.ahead[place] = q.open
	q.count++
	q.submissions++
	q.open, q.steps = 0, 0
}

// place is that of the submission being made.
func (q *queue) place() int { return (q.oldest + q.count) % submissionsAhead }

// retire takes in submissions that are done, oldest first.
func (q *queue) retire() {
	for q.count > 0 && q.device.reached(q.oldest) {
		steps := q.ahead[q.oldest]
		if took, ok := q.device.took(q.oldest); ok {
			q.measured(steps, took)
		} else {
			q.silent++
		}
		q.oldest = (q.oldest + 1) % submissionsAhead
		q.count--
	}
}

// measured takes in the time of a submission: a step that has become slower
// counts at once, one that has become faster in part.
func (q *queue) measured(steps int, took time.Duration) {
	q.silent = 0
	perStep := max(took/time.Duration(steps), 1)
	if q.perStep > perStep {
		perStep = (q.perStep + perStep) / 2
	}
	q.perStep = perStep
	q.longest = max(q.longest, steps)
}

// length is how many steps the next submission may have: one, until a time is
// known.
func (q *queue) length() int {
	if q.silent > submissionsAhead {
		return q.blind
	}
	if q.perStep == 0 {
		return 1
	}
	steps := min(submissionTarget/q.perStep, submissionSteps, time.Duration(submissionGrowth*q.longest))
	return max(1, int(steps))
}
