package must

import (
	"errors"
	"testing"
)

// ended records the error that ends a test.
type ended struct {
	testing.TB
	by []any
}

func (e *ended) Helper()           {}
func (e *ended) Fatal(args ...any) { e.by = append(e.by, args...) }

func TestErrorEndsTheTest(t *testing.T) {
	var e ended
	if Do(&e, nil); len(e.by) != 0 {
		t.Errorf("ended by %v without an error", e.by)
	}
	if Do(&e, errors.New("broken")); len(e.by) != 1 {
		t.Errorf("ended by %v, want the error", e.by)
	}
}
