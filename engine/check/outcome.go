package check

import (
	"encoding/json"
	"math"
)

// Outcome is the outcome of one check on one case.
type Outcome struct {
	Case        string  // the case's name
	Check       string  // the checked quantity
	Max         float64 // the error of the worst mass or spring, in the measure that Detail states
	RMS         float64 // over all masses or springs, in the same measure; equals Max for a single number
	Tolerance   float64 // the largest Max allowed, as scaled by HOOKE_TOLERANCE_SCALE
	WorstMass   int     // -1 when no mass is meant
	WorstSpring int     // -1 when no spring is meant
	Detail      string  // the measure, and both values where it is worst
	Note        string  // a part that the check could not judge, and a remedy; mostly empty
	OK          bool
}

// MarshalJSON writes the row with lower-case keys; a number that JSON cannot
// hold, such as an infinite error, becomes null.
func (r Outcome) MarshalJSON() ([]byte, error) {
	number := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return json.Marshal(struct {
		Case        string   `json:"case"`
		Check       string   `json:"check"`
		Max         *float64 `json:"max"`
		RMS         *float64 `json:"rms"`
		Tolerance   *float64 `json:"tolerance"`
		WorstMass   int      `json:"worst_mass"`
		WorstSpring int      `json:"worst_spring"`
		Detail      string   `json:"detail"`
		Note        string   `json:"note,omitempty"`
		OK          bool     `json:"ok"`
	}{r.Case, r.Check, number(r.Max), number(r.RMS), number(r.Tolerance), r.WorstMass, r.WorstSpring, r.Detail, r.Note, r.OK})
}

// add appends a row, judged by Max and Tolerance unless it has failed already.
func (t *trial) add(r Outcome, failed bool) {
	r.Case = t.Name
	r.OK = !failed && r.Max <= r.Tolerance
	t.rows = append(t.rows, r)
}

// exact appends a row of a check that allows no fault at all.
func (t *trial) exact(check string, faults int, worstMass int, detail string) {
	t.add(Outcome{Check: check, Max: float64(faults), RMS: float64(faults), WorstMass: worstMass, WorstSpring: -1, Detail: detail}, false)
}

// shares collects errors relative to the effect of float32 rounding for that mass or spring:
// at most 1 is agreement.
type shares struct {
	max     float64
	worst   int // index of the largest share; -1 at first
	squares float64
	count   int
}

func newShares() *shares { return &shares{worst: -1} }

// add takes an error and its allowance. A share that is not a number is
// infinite. It reports whether the caller should describe this one, the worst
// so far.
func (s *shares) add(i int, err, allowed float64) (worst bool) {
	share := err / allowed
	if err == 0 {
		share = 0
	}
	if math.IsNaN(share) {
		share = math.Inf(1)
	}
	s.squares += share * share
	s.count++
	if s.worst >= 0 && share <= s.max {
		return false
	}
	s.max, s.worst = share, i
	return true
}

func (s *shares) rms() float64 {
	if s.count == 0 {
		return 0
	}
	return math.Sqrt(s.squares / float64(s.count))
}
