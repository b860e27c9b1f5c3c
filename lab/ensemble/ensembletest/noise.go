package ensembletest

import (
	"slices"
	"testing"

	"hooke/must"
)

// ControlNoise asks that a member that was varied has from its reset on the noise of the seed that the number is joined to, that others keep
// theirs, and that the number zero brings back the first noise.
func ControlNoise(t *testing.T, make Engines) {
	k := Reflexes(t)
	k.Free = nil
	spec := *k.Control
	spec.Host, spec.Controllers = true, nil
	k.Control = &spec
	members := Minds(t, k, 3)
	seeded := slices.Clone(members)
	seeded[1].Seed ^= 77
	e, plain, want := make.of(t, k, members...), make.of(t, k, members...), make.of(t, k, seeded...)
	sensed := func(e interface {
		Sense(b int64, y []float64) error
	}) []float64 {
		t.Helper()
		y := make64(3 * 5)
		must.Do(t, e.Sense(0, y))
		return y
	}
	first := sensed(plain)
	e.Vary(1, 77)
	must.BeAll(t, sensed(e), first, "sensors before the reset of a member that was varied")
	must.Do(t, e.Reset(maskOf(3, 0, 1, 2), nil))
	must.BeAll(t, sensed(e), sensed(want), "sensors of a member that was varied, and of others")
	must.Hold(t, !slices.Equal(sensed(e)[5:10], first[5:10]), "a member that was varied has the noise that it had")
	e.Vary(1, 0)
	must.Do(t, e.Reset(maskOf(3, 1), nil))
	must.BeAll(t, sensed(e), first, "sensors of a member that is no longer varied")
}
