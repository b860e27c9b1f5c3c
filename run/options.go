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

// Options say how a run goes and what it writes. The zero value steps a scene for its own
// duration in the engine that engine.Auto takes, and writes final.npz and energy.csv into
// the folder that the program was started in.
type Options struct {
	Folder string  // to write to; made by New when it is not there; empty: "."
	Steps  int64   // in all; 0: as many as Time takes
	Time   float64 // simulated [s]; 0: the scene's own duration

	Engine string // of engine.Names, or engine.Auto; empty: Auto
	// How says how the engine is made, and where a run says what people may want to know.
	// Start and Name are those of the scene.
	How engine.Options

	Energy      bool     // account for all energy: more columns in energy.csv, and energy.png
	EnergyEvery int64    // steps between rows of energy.csv; 0: chosen; negative: no such file
	Picture     bool     // draw the final state into final.png
	Checkpoint  Interval // how often the run saves itself; the zero value: when it is interrupted
	Outputs     []Output // what is written beside what the scene asks for

	// Choices are what the scene was opened with, from which a checkpoint is opened again.
	Choices scene.Options
	Program string // what writes, for people, such as "hooke 1.0"; empty: "hooke"

	Progress Progress        // nil: nobody looks
	SaveNow  func() bool     // asked between batches of steps: somebody wants a checkpoint at once; nil: nobody does
	Entered  func(now Phase) // a phase begins; nil: nobody looks
}

// Progress is told how far the steps of a run are, by the goroutine that steps.
type Progress interface {
	// Begin comes once, before the first step: those of s from the step from on, up to
	// the step to.
	Begin(s *scene.Scene, from, to int64)
	// Done comes after each batch: so many steps are done, from the start of the run.
	Done(steps int64)
	// End comes once, after the last step or before an error.
	End()
}

// Phase is what a run is doing.
type Phase int

// The phases of Run.Go, in order.
const (
	Stepping  Phase = iota + 1 // cancelling the context ends the steps, and all is saved
	Finishing                  // the files are completed, whatever becomes of the context
)

// ErrInterrupted is wrapped where a cancelled context ended what was going on before
// there was anything to save.
var ErrInterrupted = errors.New("interrupted")

// OptionError is an option of a run that cannot be.
type OptionError struct {
	Option string // steps, time, energy-every, or "output" with its format
	Reason string
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Reason }

// Interval is a time or a number of steps. The zero value is none.
type Interval struct {
	Time  time.Duration
	Steps int64
}

// Wanted says whether it is one.
func (i Interval) Wanted() bool { return i != Interval{} }

// String is as ParseInterval reads it; empty: none.
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

// complete fills in what was left open.
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

// enter says that a phase begins.
func (o Options) enter(now Phase) {
	if o.Entered != nil {
		o.Entered(now)
	}
}

// note says something that people may want to know.
func (o Options) note(format string, args ...any) { o.How.Listener.Notef(format, args...) }

// stepsOf is how many steps the options ask for of a scene.
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

// mostSeconds is the longest simulated time [s] whose nanoseconds an int64 holds, as
// those of films are held: 292 years. mostRows is how many rows a table may have.
const (
	mostSeconds = math.MaxInt64 / 1e9
	mostRows    = math.MaxInt32
)

// countable refuses a run of more steps of dt [s] than its times and tables can hold.
func (o Options) countable(steps int64, dt float64) error {
	if seconds := float64(steps) * dt; !(seconds < mostSeconds) || steps > 1<<53 {
		return &OptionError{"steps", fmt.Sprintf("%d steps of %.3g s are %.3g s; at most %.3g s and 2⁵³ steps in one run, more than which no clock of it can count", steps, dt, seconds, mostSeconds)}
	}
	if rows := steps / max(1, o.EnergyEvery); o.EnergyEvery > 0 && rows > mostRows {
		return &OptionError{"energy-every", fmt.Sprintf("a row each %d steps of %d makes %d rows of energy.csv; at most %d: give a larger number", o.EnergyEvery, steps, rows, mostRows)}
	}
	return nil
}
