package bench

import (
	"encoding/json"
	"math"
	"slices"

	"hooke/scene"
)

// Row is the result of one engine at one size.
type Row struct {
	Engine     string
	Pipeline   string
	Renderer   string
	Software   bool // the renderer runs on the CPU
	Precision  string
	Integrator string

	Scene   string
	Masses  int
	Springs int
	DT      float64 // [s]

	Steps       int     // of a repeat
	Seconds     float64 // of the median repeat
	SpringRate  float64 // spring-updates per second of the median repeat, each spring counted once a step
	Spread      float64 // (fastest − slowest rate) / median rate, dimensionless
	RepeatsDone int

	MaxError   float64 // see MeasureError; 0 by definition for the reference
	RMSError   float64
	ErrorSteps int // over which the error was measured

	Commit string
	Host   string
}

// row sums a trial up; false when it has no repeat to sum up.
func (s Suite) row(sc *scene.Scene, t *trial) (Row, bool) {
	if len(t.seconds) == 0 {
		return Row{}, false
	}
	d := t.engine.Describe()
	steps := t.rounds * t.steps
	rate := func(seconds float64) float64 { return float64(steps) * float64(sc.Model.SpringCount()) / seconds }

	// The middle repeat; of two middle ones the slower.
	sorted := slices.Sorted(slices.Values(t.seconds))
	median := sorted[len(sorted)/2]
	return Row{
		Engine: d.Engine, Pipeline: d.Pipeline, Renderer: d.Renderer, Software: t.maker.Software, Precision: d.Precision,
		Integrator: sc.Params.Integrator.String(),
		Scene:      sc.Source, Masses: sc.Model.MassCount(), Springs: sc.Model.SpringCount(), DT: sc.Params.DT,
		Steps: steps, Seconds: median, SpringRate: rate(median), RepeatsDone: len(sorted),
		Spread:   (rate(sorted[0]) - rate(sorted[len(sorted)-1])) / rate(median),
		MaxError: t.maxError, RMSError: t.rmsError, ErrorSteps: t.truth.Steps,
		Commit: s.Commit, Host: s.Host,
	}, true
}

// Finite is a pointer to x, or nil when JSON cannot hold it: NaN and the
// infinities become null.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// MarshalJSON writes the row with the keys that results/README.md describes. A
// number that JSON cannot hold, such as an infinite error, becomes null.
func (r Row) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Engine     string   `json:"engine"`
		Pipeline   string   `json:"pipeline"`
		Renderer   string   `json:"renderer"`
		Precision  string   `json:"precision"`
		Integrator string   `json:"integrator"`
		Scene      string   `json:"scene"`
		Masses     int      `json:"masses"`
		Springs    int      `json:"springs"`
		Steps      int      `json:"steps"`
		Seconds    *float64 `json:"seconds"`
		SpringRate *float64 `json:"spring_updates_per_s"`
		MaxError   *float64 `json:"max_error"`
		RMSError   *float64 `json:"rms_error"`
		ErrorSteps int      `json:"error_steps"`
		Repeats    int      `json:"repeats"`
		Spread     *float64 `json:"spread"`
		DT         float64  `json:"dt"`
		Software   bool     `json:"software"`
		Commit     string   `json:"commit"`
		Host       string   `json:"host"`
	}{r.Engine, r.Pipeline, r.Renderer, r.Precision, r.Integrator, r.Scene, r.Masses, r.Springs, r.Steps,
		Finite(r.Seconds), Finite(r.SpringRate), Finite(r.MaxError), Finite(r.RMSError), r.ErrorSteps,
		r.RepeatsDone, Finite(r.Spread), r.DT, r.Software, r.Commit, r.Host})
}
