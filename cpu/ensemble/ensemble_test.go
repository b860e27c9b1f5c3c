package ensemble_test

import (
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/must"
)

func made(t testing.TB, k ensemble.Kind, members []ensemble.Member, o cpu.Options) *cpu.Engine {
	t.Helper()
	e := must.Get(cpu.New([]ensemble.Kind{k}, members, o))(t)
	return e
}
