package control

import (
	"math"
	"slices"

	"hooke/control/metrics"
	"hooke/model"
)

// metricPrefix is in front of the name of a metric that a sensor measures.
const metricPrefix = "metric:"

// metricNames returns the metrics that sensors may measure: those of samples. contact_duty
// and slip, which are evaluated at every step, are not among them, since sensors see
// boundaries.
func metricNames() (names []string) {
	for _, c := range (metrics.Options{}).Columns() {
		if !slices.Contains([]string{"steps", "time", "contact_duty", "slip", "slip_share"}, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// metric is a metric of a run so far.
type metric struct {
	plan  *metrics.Plan
	meter *metrics.Meter
	at    int // its column
}

// newMetric plans a metric. An error says why a metric is unsupported.
func newMetric(name string, m *model.Model, p model.Params) (*metric, error) {
	plan, err := metrics.New(m, p, metrics.Options{})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(plan.Columns(), func(c metrics.Column) bool { return c.Name == name })
	return &metric{plan, plan.Meter(), max(at, 0)}, nil
}

// now takes in a state of all masses, and is the metric until there; 0 while it is not defined.
func (m *metric) now(s *model.State, restScale []float64) float64 {
	m.meter.Sample(s, restScale)
	x := m.plan.Row(&m.meter.Sums, metrics.Running).Values[m.at]
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
