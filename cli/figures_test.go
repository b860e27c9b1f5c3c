package cli

import (
	"encoding/json"
	"testing"
)

// An error is judged only beside a motion that float32 can resolve; the numbers
// stay in JSON.
func TestErrorOfTooLittleMotion(t *testing.T) {
	a := accuracy{steps: 4, max: 1, rms: 0.83, roundings: fewRoundings - 1}
	if got, want := a.String(), "not judged: the motion in the first 4 steps is only 999 float32 roundings of the coordinates"; got != want {
		t.Errorf("too little motion: %q, want %q", got, want)
	}
	data, err := json.Marshal(figures{accuracy: a})
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil || object["max_error"] != 1.0 || object["rms_error"] != 0.83 {
		t.Errorf("JSON is %s, %v", data, err)
	}
	if err != nil {
		t.Error(err)
	}
	a.roundings = fewRoundings
	if got, want := a.String(), "max 1, rms 0.83 of the motion in the first 4 steps, against the float64 reference"; got != want {
		t.Errorf("enough motion: %q, want %q", got, want)
	}
}
