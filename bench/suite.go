package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"hooke/model"
)

// Suite lists the measurements. The zero value of a field means the default in its comment.
type Suite struct {
	Scenes     []string         // names of scenes, see SceneNames; nil means canon
	Springs    []int64          // wanted numbers of springs; each scene comes as near as it can. Required, unless all scenes are fixed
	Makers     []Maker          // makers of the engines; required
	Repeats    int              // repeats of each engine and size; zero means 5, and at least 3 are done
	Target     time.Duration    // length of a repeat, which is at least one step; zero means 500 ms
	Budget     time.Duration    // time for all repeats of a row; zero means 30 s. It may lower Repeats to 3
	Integrator model.Integrator // zero means symplectic Euler
	With       []string         // additions to cases, see Burdens: each makes a case beside that without; nil means none
	Set        []string         // other values of keys of all scenes, KEY=VALUE, which are presets
	Collide    bool             // masses collide, as where a scene only says so
	Energy     bool             // each engine is measured with the energy ledger, too, in turn with that without
	Clock      func() time.Time // nil means time.Now
	Commit     string           // commit of the program, for the rows
	Host       string           // description of the machine, for the rows
}

// MinRepeats is the smallest number of repeats that has a median and a spread.
const MinRepeats = 3

// MaxSteps is the largest number of steps from the start state, since canon cannot carry
// itself and is meant for its first few hundred steps. A longer repeat starts over as
// often as it needs to; the time of the resets does not count.
const MaxSteps = 300

// Run measures case by case and passes each row to emit. It describes its progress to
// progress, which may be nil. An engine that cannot be made or fails is reported in the
// error, and the others are measured all the same. An engine that does not support the case
// is reported to progress only, unless this holds for all engines. A cancelled context ends
// the run.
func (s Suite) Run(ctx context.Context, emit func(Row) error, progress func(string)) error {
	if s.Clock == nil {
		s.Clock = time.Now
	}
	if s.Repeats == 0 {
		s.Repeats = 5
	}
	s.Repeats = max(s.Repeats, MinRepeats)
	if s.Target == 0 {
		s.Target = 500 * time.Millisecond
	}
	if s.Budget == 0 {
		s.Budget = 30 * time.Second
	}
	if progress == nil {
		progress = func(string) {}
	}

	if s.Scenes == nil {
		s.Scenes = []string{Recipes()[0].Name}
	}

	var faults []error
	for _, w := range s.wanted() {
		rows, err := s.one(ctx, w, progress)
		faults = append(faults, err)
		for _, row := range rows {
			if err := emit(row); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			faults = append(faults, interruption{"bench: interrupted", ctx.Err()})
			break
		}
	}
	return errors.Join(faults...)
}

// interruption is the error of work that a cancelled context ended, in words for users.
// It wraps the context's error.
type interruption struct {
	text  string
	cause error
}

func (i interruption) Error() string { return i.text }
func (i interruption) Unwrap() error { return i.cause }

// Judge opens each scene once, at its smallest size, where settings change keys. It returns the
// first error that Run would end with because of them.
func (s Suite) Judge() error {
	if len(s.Set) == 0 {
		return nil
	}
	for _, name := range s.Scenes {
		if _, err := NewCase(name, slices.Min(s.Springs), s.Integrator, s.Set...); err != nil {
			return fmt.Errorf("bench: %s: %w", name, err)
		}
	}
	return nil
}

// want is a wanted case.
type want struct {
	scene   string
	springs int64  // wanted number of springs; 0 means the scene's own
	with    string // one of Burdens; empty: none
}

func (w want) String() string {
	name := w.scene
	if w.with != "" {
		name += "+" + w.with
	}
	if w.springs == 0 {
		return name
	}
	return fmt.Sprintf("%s with about %d springs", name, w.springs)
}

func (w want) make(integrator model.Integrator, settings []string) (*Case, error) {
	if w.with == "" {
		return NewCase(w.scene, w.springs, integrator, settings...)
	}
	return NewBurdenedCase(w.scene, w.springs, integrator, w.with, settings...)
}

// wanted lists the cases, scene by scene and size by size.
func (s Suite) wanted() (out []want) {
	for _, name := range s.Scenes {
		if Fixed(name) {
			out = append(out, s.burdened(want{name, 0, ""})...)
			continue
		}
		for _, springs := range s.Springs {
			out = append(out, s.burdened(want{name, springs, ""})...)
		}
	}
	return out
}

// burdened returns a case, and with each of With.
func (s Suite) burdened(w want) []want {
	all := []want{w}
	for _, with := range s.With {
		all = append(all, want{w.scene, w.springs, with})
	}
	return all
}

// one measures all engines on one case.
func (s Suite) one(ctx context.Context, w want, progress func(string)) ([]Row, error) {
	progress(fmt.Sprintf("%s: building", w))
	begin := s.Clock()
	c, err := w.make(s.Integrator, s.Set)
	if err == nil && s.Collide {
		err = c.Collide()
	}
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", w, err)
	}
	built := s.Clock().Sub(begin)
	steps := ErrorStepsOf(c.Model, c.Params)
	if steps == 0 {
		return nil, fmt.Errorf("bench: %s: the reference looks at all pairs of masses that collide, and these are too many: give a smaller --springs", w)
	}
	progress(fmt.Sprintf("%s: %d reference steps", c.Title, steps))
	truth, err := NewTruth(ctx, c.Model, c.Params, c.Start, steps)
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", c.Title, err)
	}

	runtime.GC() // this frees the memory of the reference before engines are made

	trials, refused, faults := s.prepareAll(ctx, c, truth, progress)
	if s.Energy {
		more, without, wrong := s.prepareAll(ctx, c.Account(), truth, progress)
		trials, refused, faults = append(trials, more...), append(refused, without...), append(faults, wrong...)
	}
	defer func() {
		for _, t := range trials {
			t.engine.Close()
		}
	}()
	if ctx.Err() != nil {
		return nil, nil
	}
	if len(trials) == 0 {
		return nil, errors.Join(append(faults, refused...)...)
	}
	trials, err = s.timeInTurn(ctx, c.Title, trials, progress)
	faults = append(faults, err)

	var rows []Row
	for _, t := range trials {
		if row, ok := s.row(t.of, t); ok {
			row.BuildSeconds = built.Seconds()
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return a.Members - b.Members })
	return rows, errors.Join(faults...)
}

// prepareAll makes every engine, measures its error and probes its pace before
// anything is timed, until the context is cancelled.
func (s Suite) prepareAll(ctx context.Context, c *Case, truth *Truth, progress func(string)) (trials []*trial, refused, faults []error) {
	for _, maker := range s.Makers {
		if ctx.Err() != nil {
			break
		}
		progress(fmt.Sprintf("%s: %s %s: error and warm-up", c.Title, maker.Engine, maker.Pipeline))
		t, err := s.prepare(maker, c, truth)
		fault := fmt.Errorf("bench: %s: %s %s: %w", c.Title, maker.Engine, maker.Pipeline, err)
		switch {
		case errors.Is(err, model.ErrUnsupported):
			progress(fmt.Sprintf("%s: %s %s: left out: %v", c.Title, maker.Engine, maker.Pipeline, err))
			refused = append(refused, fault)
		case err != nil:
			faults = append(faults, fault)
		default:
			trials = append(trials, t)
		}
	}
	return trials, refused, faults
}

// timeInTurn warms devices and times the repeats in turn: the first repeat of every engine, then the second
// of every engine. Before each turn every meter copies once. timeInTurn returns the
// trials that did not fail, and closes the others.
func (s Suite) timeInTurn(ctx context.Context, name string, trials []*trial, progress func(string)) ([]*trial, error) {
	var faults []error
	var warmed []*trial
	least := leastWarm
	for _, t := range trials {
		if ctx.Err() == nil {
			note, err := t.warm(s, least)
			if err != nil {
				t.engine.Close()
				faults = append(faults, fmt.Errorf("bench: %s: %s %s: %w", name, t.maker.Engine, t.maker.Pipeline, err))
				continue
			}
			if note != "" {
				progress(name + ": " + note)
			}
			if t.maker.Warms {
				least = 0
			}
		}
		t.forget()
		warmed = append(warmed, t)
	}
	trials = warmed
	roofs := meters(trials)
	for repeat := range s.Repeats {
		progress(fmt.Sprintf("%s: repeat %d of %d", name, repeat+1, s.Repeats))
		for _, m := range roofs {
			if err := m.sample(); err != nil && repeat == 0 {
				faults = append(faults, fmt.Errorf("bench: %s: bandwidth of %s: %w", name, m.Name, err))
			}
		}
		var sound []*trial
		for _, t := range trials {
			if ctx.Err() != nil {
				return trials, errors.Join(faults...)
			}
			if repeat < t.repeats {
				if err := t.repeat(s.Clock); err != nil {
					t.engine.Close()
					faults = append(faults, fmt.Errorf("bench: %s: %s %s: %w", name, t.maker.Engine, t.maker.Pipeline, err))
					continue
				}
			}
			sound = append(sound, t)
		}
		trials = sound
	}
	return trials, errors.Join(faults...)
}
