package run

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"hooke/engine"
	"hooke/scene"
)

// Options configure a run: its length, its engine and its files. The zero value steps a scene
// for its own duration in the engine that engine.Auto chooses, and writes final.npz and
// energy.csv into the working folder.
type Options struct {
	Folder string  // folder of the files; New makes it; empty: "."
	Steps  int64   // number of steps in all; 0: from Time
	Time   float64 // simulated time [s]; 0: the scene's own duration

	Engine string // one of engine.Names, or engine.Auto; empty: Auto
	// How configures the engine; its Listener receives the messages of the run. Start and
	// Name are replaced by those of the scene.
	How engine.Options

	Strict      bool     // treat an error of big steps of more than 5 % as a failure
	Energy      bool     // keep a ledger of all energy: more columns in energy.csv, and energy.png
	EnergyEvery int64    // steps between rows of energy.csv; 0: chosen by the run; negative: no such file
	Picture     bool     // draw the final state into final.png
	Pictures    Pictures // content of pictures and films
	Checkpoint  Interval // interval between checkpoints; the zero value: only when the run is interrupted
	Outputs     []Output // in addition to those that the scene asks for
	Float64     bool     // write final.npz in the engine's own precision, as float64; false: float32

	// Choices are the options with which the scene was opened; Resume uses them again.
	Choices scene.Options
	Program string // name of the program that writes, such as "hooke 1.0"; empty: "hooke"

	Progress Progress        // follows the steps; nil: none
	SaveNow  func() bool     // called between batches of steps; true saves a checkpoint at once; nil: never
	Entered  func(now Phase) // called at the start of each phase; nil: not called
}

// Progress follows the steps of a run. The goroutine that steps calls its methods.
type Progress interface {
	// Begin is called once, before the first step. The run takes the steps from from to to.
	Begin(s *scene.Scene, from, to int64)
	// Done is called after each batch, with the number of steps since the start of the run.
	Done(steps int64)
	// End is called once, after the last step or before an error.
	End()
}

// Phase is a part of Run.Go.
type Phase int

// These are the phases of Run.Go, in order.
const (
	Stepping  Phase = iota + 1 // takes steps; a cancelled context ends them and saves all
	Finishing                  // completes files, even if the context is cancelled
)

// ErrInterrupted is wrapped by errors after the context was cancelled before there was
// anything to save.
var ErrInterrupted = errors.New("interrupted")

// OptionError reports a wrong option of a run.
type OptionError struct {
	Option string // steps, time, energy-every, or "output" with its format
	Reason string
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Reason }

// Interval is a time or a number of steps. The zero value is no interval.
type Interval struct {
	Time  time.Duration
	Steps int64
}

// Wanted reports whether the interval is given.
func (i Interval) Wanted() bool { return i != Interval{} }

// String returns the interval in the form that ParseInterval reads; empty for the zero value.
func (i Interval) String() string {
	switch {
	case !i.Wanted():
		return ""
	case i.Steps > 0:
		return fmt.Sprintf("%dsteps", i.Steps)
	}
	return i.Time.String()
}

// ParseInterval reads a time, such as 10s or 5m, or a number of steps, such as 1000steps.
func ParseInterval(text string) (Interval, error) {
	if number, ok := strings.CutSuffix(text, "steps"); ok {
		steps, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || steps < 1 {
			return Interval{}, errors.New("give a whole number of steps of at least 1, such as 1000steps")
		}
		return Interval{Steps: steps}, nil
	}
	interval, err := time.ParseDuration(text)
	if err != nil || interval <= 0 {
		return Interval{}, errors.New("give a time, such as 10s or 5m, or steps, such as 1000steps")
	}
	return Interval{Time: interval}, nil
}

// complete returns the options with defaults where they were empty.
func (o Options) complete() Options {
	if o.Engine == "" {
		o.Engine = engine.Auto
	}
	if o.Folder == "" {
		o.Folder = "."
	}
	if o.Program == "" {
		o.Program = "hooke"
	}
	return o
}

// enter reports that a phase begins.
func (o Options) enter(now Phase) {
	if o.Entered != nil {
		o.Entered(now)
	}
}

// note tells the listener a line.
func (o Options) note(format string, args ...any) { o.How.Listener.Notef(format, args...) }

// stepsOf returns the number of steps that the options ask for.
func (o Options) stepsOf(s *scene.Scene) (int64, error) {
	if o.Steps > 0 {
		return o.Steps, o.countable(o.Steps, s.Params.DT)
	}
	duration := s.Duration
	if o.Time > 0 {
		duration = o.Time
	}
	steps := s.StepsIn(duration)
	if steps > math.MaxInt32 {
		return 0, &OptionError{"time", fmt.Sprintf("%g s are %.3g steps of %.3g s; at most %d in one run", duration, duration/s.Params.DT, s.Params.DT, math.MaxInt32)}
	}
	return steps, o.countable(steps, s.Params.DT)
}

// mostSeconds is the longest simulated time [s] whose nanoseconds fit an int64, which
// films use: 292 years. mostRows is the largest number of rows of a table.
const (
	mostSeconds = math.MaxInt64 / 1e9
	mostRows    = math.MaxInt32
)

// countable refuses a run with more steps of dt [s] than its times and tables can
// count.
func (o Options) countable(steps int64, dt float64) error {
	if seconds := float64(steps) * dt; !(seconds < mostSeconds) || steps > 1<<53 {
		return &OptionError{"steps", fmt.Sprintf("%d steps of %.3g s are %.3g s; at most %.3g s and 2⁵³ steps in one run, more than which no clock of it can count", steps, dt, seconds, mostSeconds)}
	}
	if rows := steps / max(1, o.EnergyEvery); o.EnergyEvery > 0 && rows > mostRows {
		return &OptionError{"energy-every", fmt.Sprintf("a row each %d steps of %d makes %d rows of energy.csv; at most %d: give a larger number", o.EnergyEvery, steps, rows, mostRows)}
	}
	return nil
}
