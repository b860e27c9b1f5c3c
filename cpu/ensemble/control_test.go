package ensemble_test

import (
	"testing"

	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/machine/memory/memorytest"
	"hooke/must"
)

func engines(o cpu.Options) ensembletest.Engines {
	return func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error) {
		return cpu.New(kinds, members, o)
	}
}

// E1, E4 and values that are set, with control, in all layouts.
func TestControlled(t *testing.T) {
	for _, layout := range []string{"", "lone"} {
		make := engines(cpu.Options{Layout: layout})
		ensembletest.ControlAlone(t, make, 5, 20)
		ensembletest.ControlReset(t, make)
		ensembletest.ControlSet(t, make)
		ensembletest.ControlHosted(t, make)
		ensembletest.ControlHostedReset(t, make)
		ensembletest.ControlNoise(t, make)
	}
}

// E2: controlled members are those of the reference.
func TestControlledAgainstReference(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"steered": ensembletest.Steered(t), "reflexes": ensembletest.Reflexes(t)} {
		members := ensembletest.Minds(t, k, 18)
		e := made(t, k, members, cpu.Options{})
		want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
		start := ensembletest.Read(t, e, 0)
		ensembletest.Step(t, 100, e, want)
		for i := range members {
			if most, rms := ensembletest.ErrorsOf(start, ensembletest.Read(t, e, i), want, i); !(most < 1e-3 && rms < 3e-4) {
				t.Errorf("%s: member %d is off by %g, %g on the mean", name, i, most, rms)
			}
		}
	}
}

// Boundaries ask for no memory.
func TestBoundariesAllocateNothing(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"steered": ensembletest.Steered(t), "reflexes": ensembletest.Reflexes(t)} {
		e := made(t, k, ensembletest.Minds(t, k, 18), cpu.Options{Threads: 1})
		ensembletest.Step(t, 50, e)
		at := func(steps int) float64 {
			return memorytest.Allocations(5, func() {
				must.Do(t, e.Step(steps))
			})
		}
		if few, many := at(66), at(126); few != many { // threads take a pack twice in both
			t.Errorf("%s: 66 steps allocate %g times, 126 steps %g times", name, few, many)
		}
	}
}
