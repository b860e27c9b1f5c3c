package modeltest

import (
	"testing"

	"hooke/model"
	"hooke/must"
)

// reader is an engine, or what wraps one.
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
