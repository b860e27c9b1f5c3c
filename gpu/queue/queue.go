package queue

import "time"

// A submission holds the steps between two flushes, which the device receives together. A pair
// of timestamps times it on the device, and a fence follows it. Its length follows from the
// measured time of steps, so it stays far below the two seconds after which desktop
// drivers abort a submission.
const (
	submissionTarget = 50 * time.Millisecond  // half of submissionMost, so that a step may suddenly cost twice as much
	submissionMost   = 100 * time.Millisecond // longest submission on any device; a single step may take longer
	SubmissionSteps  = 4096                   // most steps of a submission, whose commands stay in memory until they have run

	// submissionGrowth bounds how many times as many steps the next submission may have
	// as the longest measured one: short measurements say little about long submissions.
	submissionGrowth = 4

	// SubmissionsAhead is the number of submissions that may be queued and not done: the
	// device does not run dry, and the host is about 0.2 s ahead.
	SubmissionsAhead = 4
)

// These are the largest numbers of steps and spring-updates in a submission without timestamps. They take
// 0.2 s on a device that makes 100 M spring-updates/s.
const (
	blindSteps   = 64
	blindUpdates = 20_000_000
)

// blindSubmission returns the length of the submissions of a model where timestamps do not
// work [steps], at least 1.
func blindSubmission(springs int) int { return min(blindSteps, max(1, blindUpdates/max(1, springs))) }

// submitter is the device as a queue uses it. A slot holds one submission at a time; slots are 0 to
// SubmissionsAhead − 1.
type submitter interface {
	// begin queues the first timestamp of a submission.
	begin(place int)
	// end queues the second timestamp and a fence, and flushes.
	end(place int)
	// reached reports whether the device has reached the fence of a submission. It does
	// not wait.
	reached(place int) bool
	// Await waits until the device has reached the fence of a submission; an error says
	// that it never will.
	Await(place int) error
	// Took returns the device time of a submission whose fence is reached; false when the
	// device does not tell it.
	Took(place int) (time.Duration, bool)
}

// Queue divides steps into submissions and bounds how many of them are ahead of the
// device. New makes it. Its methods allocate nothing, and only Room waits.
type Queue struct {
	device submitter
	blind  int // length of submissions while timestamps do not work

	ahead  [SubmissionsAhead]int // steps of each submission that is not known to be done, by slot
	oldest int                   // slot of the oldest submission that is not known to be done
	count  int                   // number of submissions that are not known to be done
	open   int                   // steps of the open submission, to which steps are added
	steps  int                   // most steps of the open submission; 0: no submission is open

	PerStep time.Duration // smoothed device time of a step; zero: not known
	longest int           // steps of the longest submission whose time is known
	Silent  int           // number of submissions done without a time since the last one with a time

	Waits       int64         // number of waits for fences
	Waited      time.Duration // time of these waits
	Submissions int64         // number of submissions handed to the device
}

// Room opens a submission where none is open, and says how many more steps the open
// submission may have, at least 1. It waits for the oldest submission when
// SubmissionsAhead of them are ahead of the device; nothing else in this package waits in
// a step. An error says that the device is lost.
func (q *Queue) Room() (int, error) {
	if q.steps == 0 {
		q.retire()
		if q.count == SubmissionsAhead {
			q.Waits++
			begin := time.Now()
			err := q.device.Await(q.oldest)
			if q.Waited += time.Since(begin); err != nil {
				return 0, err
			}
			q.retire()
		}
		q.steps = q.length()
		q.device.begin(q.Place())
	}
	return q.steps - q.open, nil
}

// Add counts steps that the caller has queued, no more than Room allows, and submits the
// open submission when it is full.
func (q *Queue) Add(steps int) {
	q.open += steps
	if q.open >= q.steps {
		q.Submit()
	}
}

// Submit hands the open submission to the device without waiting; where it holds no step, Submit does
// nothing. Commands that the caller queues after Submit and before the next Room do not count as time of
// steps.
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

// Place returns the slot of the open submission.
func (q *Queue) Place() int { return (q.oldest + q.count) % SubmissionsAhead }

// retire takes in the times of submissions that are done, oldest first, and frees their slots.
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

// measured takes in the time of a submission. A slower step counts at once, a faster one
// only by half.
func (q *Queue) measured(steps int, took time.Duration) {
	q.Silent = 0
	perStep := max(took/time.Duration(steps), 1)
	if q.PerStep > perStep {
		perStep = (q.PerStep + perStep) / 2
	}
	q.PerStep = perStep
	q.longest = max(q.longest, steps)
}

// length returns the number of steps that the next submission may have. It is one until a
// time is known, or until timestamps turn out not to work.
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
