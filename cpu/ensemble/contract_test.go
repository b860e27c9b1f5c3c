package ensemble_test

import (
	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/metrics"
	"testing"
)

// All kernels have the same bits, of all features.
func TestKernelsAgree(t *testing.T) {
	kernels := cpu.Kernels()
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		members := ensembletest.Designs(t, k, 19)
		var want [][32]byte
		for _, kernel := range kernels {
			e := made(t, k, members, cpu.Options{Kernel: kernel})
			steps := 200
			if name == "walker" {
				steps = 40
			}
			ensembletest.Step(t, steps, e)
			for i := range members {
				got := ensembletest.Sum(t, e, i)
				if kernel == kernels[0] {
					want = append(want, got)
				} else if got != want[i] {
					t.Errorf("%s: member %d differs between the kernels %s and %s", name, i, kernels[0], kernel)
				}
			}
		}
		if want[0] == want[1] {
			t.Errorf("%s: two members are the same", name)
		}
	}
	if _, err := cpu.New(nil, nil, cpu.Options{Kernel: "abacus"}); err == nil {
		t.Error("a kernel that is none passed")
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, how many threads step, or who ends beside it.
func TestMemberAlone(t *testing.T) {
	k := ensembletest.Walkers(t)
	all := ensembletest.Designs(t, k, 40)
	seat := func(count, slot, threads int, kernel string, dying bool) ensembletest.Seat {
		return ensembletest.Seat{Count: count, Slot: slot, Dying: dying, Make: func(members []ensemble.Member) ensemble.Engine {
			return made(t, k, members, cpu.Options{Threads: threads, Kernel: kernel})
		}}
	}
	seats := []ensembletest.Seat{seat(1, 0, 1, "", false), seat(7, 6, 1, "", false), seat(33, 7, 2, "", false), seat(33, 32, 1, "", false), seat(33, 16, 2, "", true), seat(400, 7, 2, "", false)}
	if len(cpu.Kernels()) > 2 {
		seats = append(seats, seat(33, 15, 1, "avx2", true))
	}
	ensembletest.MemberAlone(t, all[7], all[8:], 0, 100, seats...)
}

// kernelWays are the kernels, and members by themselves.
func kernelWays() ensembletest.Ways {
	ways := ensembletest.Ways{"packed": wayOf(cpu.Options{Layout: "packed"})}
	for _, kernel := range cpu.Kernels() {
		ways[kernel] = wayOf(cpu.Options{Kernel: kernel})
	}
	return ways
}

// wayOf makes engines with options.
func wayOf(o cpu.Options) func(testing.TB) ensembletest.KindsMaker {
	return func(testing.TB) ensembletest.KindsMaker {
		return func(kinds []ensemble.Kind, members []ensemble.Member, measured *metrics.Options) (ensemble.Engine, error) {
			o := o
			o.Metrics = measured
			return cpu.New(kinds, members, o)
		}
	}
}

var fastest = ensembletest.Ways{"fastest": wayOf(cpu.Options{})}

// E2 to E5.
func TestAgainstReference(t *testing.T)        { ensembletest.AgainstReference(t, fastest) }
func TestMetricsAgainstReference(t *testing.T) { ensembletest.MetricsAgainstReference(t, fastest) }
func TestOneDiverges(t *testing.T)             { ensembletest.OneDiverges(t, fastest) }
func TestUntil(t *testing.T)                   { ensembletest.Until(t, fastest) }
func TestSet(t *testing.T)                     { ensembletest.Set(t, fastest) }
func TestBareStructures(t *testing.T)          { ensembletest.BareStructures(t, kernelWays(), true) }

func TestResetMask(t *testing.T) {
	ensembletest.ResetMask(t, fastest, ensembletest.Walkers(t), ensembletest.Features())
}
