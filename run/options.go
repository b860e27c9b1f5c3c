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

// Options say how a run goes and what it writes. The zero value steps a scene for its
// own duration in the engine that engine.Auto chooses, and writes final.npz and
// energy.csv into the working folder.
type Options struct {
	Folder string  // where files go; New makes it; empty: "."
	Steps  int64   // in all; 0: as many as Time takes
	Time   float64 // simulated [s]; 0: the scene's own duration

	Engine string // of engine.Names, or engine.Auto; empty: Auto
	// How says how the engine is made; its Listener hears what the run has to say to
	// people. Start and Name are overwritten by those of the scene.
	How engine.Options

	Strict      bool     // what big steps have left wrong by more than 5 % is an error
	Energy      bool     // keep a ledger of all energy: more columns in energy.csv, and energy.png
	EnergyEvery int64    // steps between rows of energy.csv; 0: chosen; negative: no such file
	Picture     bool     // draw the final state into final.png
	Pictures    Pictures // what pictures and films show
	Checkpoint  Interval // how often the run saves itself; the zero value: only when it is interrupted
	Outputs     []Output // in addition to those that the scene asks for
	Float64     bool     // final.npz has the engine's own precision, as float64; false: float32

	// Choices are the options with which the scene was opened; Resume opens it with
	// them again.
	Choices scene.Options
	Program string // the program that writes, for people, such as "hooke 1.0"; empty: "hooke"

	Progress Progress        // follows the steps; nil: nobody does
	SaveNow  func() bool     // is called between batches of steps and says whether to save a checkpoint at once; nil: never
	Entered  func(now Phase) // is called when a phase begins; nil: nobody follows
}

// Progress follows the steps of a run. The goroutine that steps calls its methods.
type Progress interface {
	// Begin is called once, before the first step. The run goes from the step from to
	// the step to.
	Begin(s *scene.Scene, from, to int64)
	// Done is called after each batch, with the number of steps since the start of the
	// run.
	Done(steps int64)
	// End is called once, after the last step or before an error.
	End()
}

// Phase is what a run is doing.
type Phase int

// The phases of Run.Go, in order.
const (
	Stepping  Phase = iota + 1 // a cancelled context ends the steps, and all is saved
	Finishing                  // files are completed, even when the context is cancelled
)

// ErrInterrupted is what an error wraps when the context was cancelled before there was
// anything to save.
var ErrInterrupted = errors.New("interrupted")

// OptionError is an option of a run that has a wrong value.
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

// Wanted reports whether the interval is not the zero value.
func (i Interval) Wanted() bool { return i != Interval{} }

// String returns the interval as ParseInterval reads it; empty for the zero value.
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
	// A step that ends within rounding of the time asked for is the last one.
	steps := math.Ceil(duration/s.Params.DT - 1e-9)
	if steps > math.MaxInt32 {
		return 0, &OptionError{"time", fmt.Sprintf("%g s are %.3g steps of %.3g s; at most %d in one run", duration, steps, s.Params.DT, math.MaxInt32)}
	}
	return max(1, int64(steps)), o.countable(max(1, int64(steps)), s.Params.DT)
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
