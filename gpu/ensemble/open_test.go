package ensemble_test

import (
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/must"
)

// An engine with a context of its own steps as one on a context that was lent, and may be closed twice.
func TestOpen(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	k := ensembletest.Features()
	members := ensembletest.Designs(t, k, 3)
	e := must.Get(gpu.Open([]ensemble.Kind{k}, members, gpu.Options{}))(t)
	ensembletest.Step(t, 20, e)
	got := ensembletest.Sum(t, e, 1)
	e.Close()
	e.Close()
	own := made(t, gltest.New(t), k, members, gpu.Options{})
	ensembletest.Step(t, 20, own)
	if got != ensembletest.Sum(t, own, 1) {
		t.Error("a context of its own gives other bits")
	}
	if _, err := gpu.Open(nil, []ensemble.Member{{}}, gpu.Options{}); err == nil {
		t.Error("a member of no kind passed")
	}
	if own.Waits() != 0 {
		t.Errorf("20 steps waited %d times", own.Waits())
	}
}
