package optimize

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// head is the beginning of every state: the settings to which it belongs.
type head struct {
	Method     string `json:"method"`
	Dimensions int    `json:"dimensions"`
	Population int    `json:"population"`
	Seed       uint64 `json:"seed"`
	Generation int64  `json:"generation"` // that is asked for next, from 0
}

// headOf returns the head of states of these settings.
func headOf(method string, s *Settings, generation int64) head {
	return head{method, s.Dimensions, s.Population, s.Seed, generation}
}

// bytesOfNumber is more than a number takes in a state.
const bytesOfNumber = 32

// write returns a state as text: JSON, in which numbers are exact.
func write(state any) []byte {
	text, err := json.Marshal(state)
	if err != nil {
		panic("optimize: a state that is finite has no text: " + err.Error())
	}
	return text
}

// read reads a state that has at most the given number of numbers beside its head.
func read(text []byte, numbers int, into any) error {
	if most := 1024 + numbers*bytesOfNumber; len(text) > most {
		return fmt.Errorf("optimize: a state of %d bytes; one of these settings has at most %d", len(text), most)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil || d.More() {
		return errors.New("optimize: this is no state of an optimization of this version")
	}
	return nil
}

// check holds the head of a state against the settings.
func (h head) check(method string, s *Settings) error {
	if h.Generation < 0 || h != headOf(method, s, h.Generation) {
		return fmt.Errorf("optimize: the state is of %s with %d dimensions, population %d and seed %d, and not of %s with %d, %d and %d",
			short(h.Method), h.Dimensions, h.Population, h.Seed, method, s.Dimensions, s.Population, s.Seed)
	}
	return nil
}

// short returns a text for a message.
func short(text string) string { return text[:min(len(text), 20)] }

// largest is the largest size of a number of a state.
const largest = 1e100

// sound reports whether there are count numbers and none is too large.
func sound(x []float64, count int) bool {
	if len(x) != count {
		return false
	}
	for _, v := range x {
		if !(math.Abs(v) <= largest) {
			return false
		}
	}
	return true
}

// inBox reports whether there are count numbers, all in [0, 1].
func inBox(x []float64, count int) bool {
	for _, v := range x {
		if !(v >= 0 && v <= 1) {
			return false
		}
	}
	return len(x) == count
}

// errState means that a state has numbers that no optimization has.
var errState = errors.New("optimize: the state has numbers that none has; remove it, and begin again")

// written are fitnesses as JSON has them: null for NaN.
func written(fitness []float64) []*float64 {
	out := make([]*float64, len(fitness))
	for i := range fitness {
		if !math.IsNaN(fitness[i]) {
			out[i] = &fitness[i]
		}
	}
	return out
}

// unwritten are written fitnesses.
func unwritten(fitness []*float64) []float64 {
	out := make([]float64, len(fitness))
	for i, f := range fitness {
		if out[i] = math.NaN(); f != nil {
			out[i] = *f
		}
	}
	return out
}
