package cpu

import (
	"math/bits"
	"strings"
	"syscall"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/must"
)

// BenchmarkCollide is the cost of collisions: processor time of steps with them, for that of
// steps without, which may take several steps of a tile at once; both in turn, so that
// other programs disturb both. In an irregular structure neighbors are read one by one, also where they
// follow each other. Run it with
//
//	go test ./cpu -run xx -bench Collide -benchtime 512x
func BenchmarkCollide(b *testing.B) {
	for _, name := range []string{"flat-friction", "folded", "folded-friction", "folded-anywhere", "folded-friction-anywhere", "solid-friction"} {
		b.Run(name, func(b *testing.B) {
			structure, _, _ := strings.Cut(name, "-")
			s := cputest.Touching(b, structure, 1_000_000)
			if surface := &s.Params.Collision.Bodies[0]; strings.Contains(name, "friction") {
				surface.StaticFriction, surface.KineticFriction, s.Params.Collision.FrictionIterations = 0.6, 0.5, 1
			}
			off := s.Params
			off.Collision = model.Collision{}
			with, without := newEngine(b, s.Model, s.Params, s.Start), newEngine(b, s.Model, off, s.Start)
			defer with.Close()
			defer without.Close()
			_, _ = with.Step(batch), without.Step(batch)
			b.ResetTimer()
			var each [3]time.Duration // with, without, without and step by step
			for done := 0; done < b.N; done += batch {
				if strings.HasSuffix(name, "anywhere") {
					for i := range with.pairs.lists.Columns {
						with.pairs.lists.Columns[i].Step = 0
					}
				}
				each[0] += userTime(func() { _ = with.Step(batch) })
				each[1] += userTime(func() { _ = without.Step(batch) })
				each[2] += userTime(func() {
					for range batch {
						_ = without.Step(1)
					}
				})
			}
			b.StopTimer()
			pushed := 0
			for _, slice := range with.pairs.lists.Slices {
				pushed += bits.OnesCount32(slice.Pushed)
			}
			for i, of := range []string{"with-ns/mass", "without-ns/mass", "without1-ns/mass"} {
				b.ReportMetric(float64(each[i].Nanoseconds())/float64(b.N)/float64(s.Model.MassCount()), of)
			}
			b.ReportMetric(each[0].Seconds()/each[1].Seconds(), "ratio")
			b.ReportMetric(each[0].Seconds()/each[2].Seconds(), "ratio1")
			b.ReportMetric(float64(pushed)/float64(s.Model.MassCount()), "pushed/mass")
			b.ReportMetric(float64(with.pairs.made)/float64(b.N), "lists/step")
			b.ReportMetric(float64(with.pairs.back), "back")
			b.ReportMetric(float64(with.tiling.levels), "levels")
		})
	}
}

func newEngine(tb testing.TB, m *model.Model, p model.Params, start *model.State) *engine[float32] {
	e := must.Get(makeEngine[float32](m, p, Options{}))(tb)
	must.Do(tb, e.Reset(start))
	return e
}

// userTime is the processor time that some work takes.
func userTime(work func()) time.Duration {
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	work()
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	return time.Duration(after.Utime.Nano() - before.Utime.Nano())
}
