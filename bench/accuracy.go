package bench

// Accuracy judges a whole run of a stiff scene, beside its rate; an AccuracySuite measures it.
// Row.MaxError is the error at the end of the run, against converged steps.
type Accuracy struct {
	Simulated float64 `json:"simulated_s"`              // length of the run [s]
	Ratio     float64 `json:"ratio"`                    // 1/60 s over the safe step of symplectic Euler
	Safe      float64 `json:"of_safe_step,omitempty"`   // of solvers with a safe step: the step as a share of it
	Warm      float64 `json:"warm,omitempty"`           // see model.Params
	Forward   bool    `json:"forward,omitempty"`        // see model.Params
	Chosen    bool    `json:"chosen,omitempty"`         // substeps are those that the solver chooses by itself
	Visits    int     `json:"visits_per_frame"`         // how often a spring is visited in 1/60 s: there and back are two, iterations that ended early count
	CPU       float64 `json:"cpu_seconds,omitempty"`    // time of processors in the median repeat, all threads [s]; 0 where it is not known
	Residual  float64 `json:"residual,omitempty"`       // of impulses a strain, of implicit Euler a share of forces, see model.Residual; 0 where none is known
	Energy    float64 `json:"energy"`                   // kinetic and gravitational energy at the end less that of the reference, over the reference's kinetic energy
	Angular   float64 `json:"angular_change,omitempty"` // change of the angular momentum of a body that nothing holds, as a share of it; 0 for others
}

// Cost returns the wall time of the median repeat for each simulated second.
func (r Row) Cost() float64 { return r.per(r.Seconds) }

// CPUCost returns the time of processors for each simulated second; 0 where it is not known.
func (r Row) CPUCost() float64 {
	if r.Accuracy == nil {
		return 0
	}
	return r.per(r.Accuracy.CPU)
}

func (r Row) per(seconds float64) float64 {
	if r.Accuracy == nil || r.Accuracy.Simulated == 0 {
		return 0
	}
	return seconds / r.Accuracy.Simulated
}
