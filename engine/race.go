package engine

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"hooke/cpu"
	"hooke/gpu/glx"
	"hooke/gpu/tune"
	"hooke/machine"
	"hooke/model"
)

// mostRaced is the largest number of springs for which Auto measures the engine cpu beside a graphics card. A
// step on an NVIDIA H200 takes 6.6 µs at least; 16 cores step some 100,000 springs in that time.
const mostRaced = 200_000

// longestRace is the time after which no more runs of a race begin.
const longestRace = 200 * time.Millisecond

// clearlyFaster is the share of the card's time of a step that a step of cpu may take to be chosen, so that noise does not choose.
const clearlyFaster = 0.9

// raceVersion is the version of the file of races.
const raceVersion = 1

// raceKey identifies the conditions of a race.
type raceKey struct {
	tuningKey
	Processor string `json:"processor"`
	Threads   int    `json:"threads"` // that Go may use
	Program   string `json:"program"` // TuningCache.Program
}

// raceEntry is the answer of a race: how long a step takes.
type raceEntry struct {
	raceKey
	GPU      float64   `json:"gpu_seconds"`
	CPU      float64   `json:"cpu_seconds"`
	Measured time.Time `json:"measured"`
}

// known says whether an entry has times that can be measured.
func (e raceEntry) known() bool {
	measurable := func(seconds float64) bool { return seconds > 0 && seconds < 1e6 }
	return e.Renderer != "" && measurable(e.GPU) && measurable(e.CPU)
}

func (e raceEntry) cpuWins() bool { return e.CPU < clearlyFaster*e.GPU }

// text tells of the winner.
func (e raceEntry) text() string {
	when := ""
	if !e.Measured.IsZero() {
		when = fmt.Sprintf(", as measured on %s; --retune measures anew", e.Measured.Format(time.DateOnly))
	}
	times := fmt.Sprintf("a step takes %.3g µs on the processor and %.3g µs on %s%s", 1e6*e.CPU, 1e6*e.GPU, e.Renderer, when)
	if e.cpuWins() {
		return "note: cpu steps, which is faster here: " + times + "; --engine gpu takes the card all the same"
	}
	return "note: gpu steps: " + times
}

// races says whether Auto measures the engine cpu beside the card for a model: where both step it in the same
// precision and either may be faster.
func (o Options) races(gl *glx.Context, m *model.Model, p model.Params) bool {
	precision := o.GPU.Precision
	return !o.Tuning.Off && o.GPU.Shaders == nil && m.SpringCount() <= mostRaced && cpu.Taken(precision) == precision && gl != nil && !gl.Software() &&
		model.Unsupported(GPU, m, p, precision) == nil && model.Unsupported(CPU, m, p, precision) == nil
}

// race makes the faster of the engines gpu and cpu: as an earlier race ended, or by a race now, which it remembers. An
// engine on the card takes the device, which is closed else. The error wraps errNoRace where an engine cannot be made or
// its steps fail; the device is open then, and the caller chooses as without a race.
func (o Options) race(d *Device, m *model.Model, p model.Params, clock func() time.Time) (*Engine, error) {
	onCard := func() (*Engine, error) {
		if err := inArrays(m, o.Start); err != nil {
			return nil, err
		}
		e, why, err := newTuned(d.GL, m, p, o)
		if err != nil {
			return nil, err
		}
		return &Engine{Engine: e, Tuning: why}, nil
	}
	onCores := func() (*Engine, error) {
		e, err := newCPU(m, p, o)
		if err != nil {
			return nil, err
		}
		return &Engine{Engine: e}, nil
	}
	tuning, err := tuningKeyOf(d.GL, m, p, o.GPU)
	if err != nil {
		return nil, err
	}
	key := raceKey{tuning, machine.Processor(), runtime.GOMAXPROCS(0), o.Tuning.Program}
	races, fault := openNotebook(o.Tuning.Folder, "race.json", raceVersion, raceEntry.known)
	if fault != nil {
		o.Listener.Notef("note: %v", fault)
	}
	same := func(e raceEntry) bool { return e.raceKey == key }
	result, ok := races.latest(same)
	var e *Engine
	switch known := ok && !o.Tuning.Again; {
	case known && result.cpuWins():
		e, err = onCores()
	case known:
		e, err = onCard()
	default:
		result = raceEntry{raceKey: key}
		e, err = compare(&result, o.Start, clock, onCard, onCores)
	}
	if err != nil {
		return nil, errors.Join(errNoRace, err)
	}
	o.Listener.Notef("%s", result.text())
	if result.Measured.IsZero() {
		result.Measured = clock().UTC().Truncate(time.Second)
		if err := races.add(result, same); err != nil {
			o.Listener.Notef("note: the race is not remembered: %v", err)
		}
	}
	if result.cpuWins() {
		d.Close()
	} else {
		e.Device = d
	}
	return e, nil
}

// errNoRace says that nothing was compared.
var errNoRace = errors.New("the engines gpu and cpu were not compared")

// runner holds the methods of an engine that a race uses.
type runner interface {
	tune.Stepper
	Close()
}

// compare times a step of the engines that gpu and cpu make, writes the times into result, and returns the faster engine at the
// start. It closes the other one.
func compare[E runner](result *raceEntry, start *model.State, clock func() time.Time, gpu, cpu func() (E, error)) (winner E, err error) {
	var none E
	timed := func(made func() (E, error), seconds *float64) (e E, err error) {
		if e, err = made(); err != nil {
			return none, err
		}
		begin := clock()
		step, err := tune.StepTime(e, start, clock, func() time.Duration { return longestRace - clock().Sub(begin) })
		*seconds = step.Seconds()
		if err == nil {
			err = e.Reset(start)
		}
		if err != nil {
			e.Close()
			return none, err
		}
		return e, nil
	}
	onCard, err := timed(gpu, &result.GPU)
	if err != nil {
		return none, err
	}
	onCores, err := timed(cpu, &result.CPU)
	if err != nil {
		onCard.Close()
		return none, err
	}
	if result.cpuWins() {
		onCard.Close()
		return onCores, nil
	}
	onCores.Close()
	return onCard, nil
}
