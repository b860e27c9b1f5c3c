package bench

import (
	"fmt"
	"math"
	"slices"
)

// Row is the result of one engine on one case.
type Row struct {
	Engine     string
	Pipeline   string
	Renderer   string
	Software   bool // the renderer runs on the CPU
	Driver     string
	Precision  string
	Integrator string
	Threads    int // threads of the CPU that step; 0 where the engine works elsewhere
	WorkGroup  int // invocations of a work group; 0 without work groups

	Scene         string
	Title         string // name of the case, for users
	Members       int    // copies of the structure that are stepped together; 0 for one
	Masses        int    // of all of them
	Springs       int
	DT            float64 // step [s]
	StepsPerFrame int     // see Case
	Substeps      int     // of a step, where the solver divides it; else 0
	Sweeps        int     // over all springs in a substep, likewise

	Steps       int       // steps of a repeat
	Seconds     float64   // time of the median repeat on the host's clock [s]
	Device      float64   // time of the median repeat on the device's clock [s]; 0 without such a clock
	HostMicros  float64   // time of the host that queues a step, without waits for the device [µs]; 0 where nothing is queued
	SpringRate  float64   // spring-updates per second of the median repeat, each spring counted once a step, or once in each sweep of a solver that divides steps
	Spread      float64   // (fastest − slowest rate) / median rate, dimensionless
	RepeatsDone int       //
	WarmRepeats int       // repeats before them that are not counted, see Maker.Warms; 0 where none are wanted
	Unsettled   float64   // difference of the last three of these, as a share of the longest, where more than 3 %; else 0
	Repeats     []float64 // time of each repeat, in the order of measurement [s]

	MaxError   float64 // see MeasureError; 0 by definition for the reference
	RMSError   float64
	ErrorSteps int // steps over which the error is measured

	BuildSeconds float64 // time to make the structure [s]; the same for all engines
	SetupSeconds float64 // time to make the engine from the structure, until it can step [s]
	Memory       int64   // memory of the engine, without the model itself [bytes]; 0 where it is not known
	Passes       []Pass  // passes of one step; nil where they are not known
	Copied       float64 // bandwidth of a copy in the same memory, in the same run [bytes/s]; 0 where it is not measured

	Accuracy *Accuracy // of a whole run; nil: the row is of a rate

	Commit string
	Host   string
}

// StepBytes returns the bytes that the passes of a step must move at least; 0 where they
// are not known.
func (r Row) StepBytes() int64 {
	total := int64(0)
	for _, p := range r.Passes {
		total += p.Bytes
	}
	return total
}

// ByteRate returns the bandwidth in use [bytes/s], if only the bytes of StepBytes move.
func (r Row) ByteRate() float64 {
	if r.Seconds == 0 {
		return 0
	}
	return float64(r.StepBytes()) * float64(r.Steps) / r.Seconds
}

// Roof returns ByteRate as a share of the bandwidth of a copy; 0 where it is not known.
func (r Row) Roof() float64 {
	if r.Copied == 0 {
		return 0
	}
	return r.ByteRate() / r.Copied
}

// Repeated says that there are several repeats, and so a spread. Records of older
// versions may lack the number.
func (r Row) Repeated() bool { return max(r.RepeatsDone, len(r.Repeats)) > 1 }

// PerSpring returns a number of bytes divided by the number of springs.
func (r Row) PerSpring(bytes int64) float64 { return float64(bytes) / float64(max(1, r.Springs)) }

// row sums up a trial. It returns false where the trial has no repeat.
func (s Suite) row(c *Case, t *trial) (Row, bool) {
	if len(t.seconds) == 0 {
		return Row{}, false
	}
	d := t.engine.Describe()
	steps := t.rounds * t.steps
	rate := func(seconds float64) float64 {
		return float64(steps*c.Params.Visits()) * float64(c.Model.SpringCount()) * float64(max(1, t.maker.Members)) / seconds
	}

	sorted := slices.Sorted(slices.Values(t.seconds))
	median := middle(t.seconds)
	row := Row{
		Engine: d.Engine, Pipeline: d.Pipeline, Renderer: d.Renderer, Software: t.maker.Software, Driver: t.maker.Driver, Precision: d.Precision,
		Integrator: c.Params.Integrator.String(), Threads: t.says.Threads, WorkGroup: d.WorkGroup,
		Scene: c.Scene, Title: c.Title, Masses: c.Model.MassCount(), Springs: c.Model.SpringCount(), DT: c.Params.DT, StepsPerFrame: c.StepsPerFrame,
		Steps: steps, Seconds: median, Device: middle(t.device), HostMicros: 1e6 * middle(t.host) / float64(steps), SpringRate: rate(median), RepeatsDone: len(sorted), Repeats: t.seconds,
		Spread:   (rate(sorted[0]) - rate(sorted[len(sorted)-1])) / rate(median),
		MaxError: t.maxError, RMSError: t.rmsError, ErrorSteps: t.truth.Steps,
		SetupSeconds: t.setup, Memory: t.says.Memory, Passes: t.passes(), Copied: t.maker.Meter.rate(),
		Commit: s.Commit, Host: s.Host,
	}
	if row.WarmRepeats = t.warming.repeats; !t.warming.settled() {
		row.Unsettled = t.warming.apart()
	}
	if n := t.maker.Members; n > 0 {
		row.Members, row.Masses, row.Springs = n, n*row.Masses, n*row.Springs
		row.Scene, row.Title = fmt.Sprintf("%s*%d", row.Scene, n), fmt.Sprintf("%s, %d members", row.Title, n)
	}
	if c.Params.Integrator.Method().Divides {
		row.Substeps, row.Sweeps = c.Params.Substeps, c.Params.Sweeps()
	}
	return row, true
}

// middle returns the median. Of two middle values it takes the larger one.
func middle(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }

// Finite returns a pointer to x. It returns nil for NaN and the infinities, which JSON
// cannot hold, so that they become null.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
