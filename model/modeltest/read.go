package modeltest

import (
	"testing"

	"hooke/model"
	"hooke/must"
)

// reader is an engine or a wrapper of one.
type reader interface {
	Read(dst *model.Snapshot) error
}

// Snapshot returns the state of an engine in single precision.
func Snapshot(t testing.TB, e reader) (s model.Snapshot) {
	t.Helper()
	must.Do(t, e.Read(&s))
	return s
}

// State returns the state of an engine in double precision.
func State(t testing.TB, e model.StateReader) (s model.State) {
	t.Helper()
	must.Do(t, e.ReadState(&s))
	return s
}

// stepper is an engine or a wrapper of one.
type stepper interface {
	Reset(s *model.State) error
	Step(n int) error
}

// StepFrom resets an engine to a state and takes n steps.
func StepFrom(t testing.TB, e stepper, start *model.State, n int) {
	t.Helper()
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(n))
}
