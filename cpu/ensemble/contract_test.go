package ensemble_test

import (
	"math"
	"os"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
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
		must.Hold(t, want[0] != want[1], "%s: two members are the same", name)
	}
	if _, err := cpu.New(nil, nil, cpu.Options{Kernel: "abacus"}); err == nil {
		t.Error("a kernel that is none passed")
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, the number of threads, or which members end beside it.
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

// E1, E2 of random members with random features, in each layout.
func TestCampaign(t *testing.T) {
	count := uint64(5)
	if os.Getenv("HOOKE_LONG") != "" {
		count = 100
	}
	makers := map[string]ensembletest.KindsMaker{}
	for _, layout := range cpu.Layouts() {
		makers[layout] = func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return cpu.New(kinds, members, cpu.Options{Threads: 2, Layout: layout, Metrics: o})
		}
	}
	ensembletest.Campaign(t, count, makers)
}

// on makes engines of two threads.
func on(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
	return cpu.New(kinds, members, cpu.Options{Threads: 2, Metrics: o})
}

// E1, E2: with each feature but those of packs a member is a run of its own on the engine cpu.
func TestLoneMembers(t *testing.T) { ensembletest.LoneMembers(t, engine.CPU, on, ensemble.Shapes) }

// E4, E5, and values that are set on the way.
func TestLoneContract(t *testing.T) {
	ensembletest.LoneContract(t, on)
	ensembletest.LoneCollisions(t, on)
}

// A new frequency keeps the phase (E6), Bytes returns the memory that members take, and a member that starts
// far from the origin is stepped as one near it: its bits are those of a run of its own.
func TestLoneBytesAndPlaces(t *testing.T) {
	k := ensembletest.Walkers(t)
	for _, of := range []ensemble.Feature{ensemble.Collisions, ensemble.Rods} {
		_, k, _ := ensembletest.With(t, of)
		if bytes, err := cpu.OwnBytes(k, model.Single); err != nil || bytes < 200*int64(k.Model.MassCount()) || cpu.Bytes(k, 3, model.Single) != 3*bytes {
			t.Errorf("%s: %d bytes: %v", of, bytes, err)
		}
	}
	far := k.Model.Start()
	for i := range far.Position {
		far.Position[i] = far.Position[i].Add(model.Vec3{5000, 0, 0})
	}
	members := []ensemble.Member{{Start: far}, {}}
	e, near := made(t, k, members, cpu.Options{}), made(t, k, []ensemble.Member{{}}, cpu.Options{Layout: "lone"})
	ensembletest.Step(t, 50, e, near)
	a, b, c := ensembletest.Read(t, e, 0), ensembletest.Read(t, near, 0), ensembletest.Read(t, e, 1)
	if a.Origin == (model.Vec3{}) || b.Origin != (model.Vec3{}) || c.Origin != (model.Vec3{}) {
		t.Errorf("origins are %v, %v and %v", a.Origin, b.Origin, c.Origin)
	}
	for i := range a.Position {
		if d := a.Place(i).Sub(b.Place(i)).Sub(model.Vec3{5000, 0, 0}).Len(); d > 1e-6 {
			t.Fatalf("mass %d is off by %g m", i, d)
		}
		if d := c.Place(i).Sub(b.Place(i)).Len(); d > 1e-6 {
			t.Fatalf("mass %d is off by %g m in a pack", i, d)
		}
	}
	all := make([]float32, 2*3*len(a.Position))
	if err := e.ReadAll(ensemble.Reads{}, all); err != nil || math.Abs(float64(all[0])-a.Place(0)[0]) > 1e-3 {
		t.Errorf("mass 0 is read at %g m, not %g m: %v", all[0], a.Place(0)[0], err)
	}
}

func made(t testing.TB, k ensemble.Kind, members []ensemble.Member, o cpu.Options) *cpu.Engine {
	t.Helper()
	return must.Get(cpu.New([]ensemble.Kind{k}, members, o))(t)
}
