//go:build unix

package grid_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"

	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
	"hooke/scene"
	"hooke/scene/open"
)

// BenchmarkFrames writes frames of a lattice of 10 million springs whose masses move at
// random, which is hard to compress: in seconds of all cores (cpu-s) and MB a frame.
//
//	go test -run - -bench Frames -benchtime 3x ./run/export/grid
func BenchmarkFrames(b *testing.B) {
	s, err := open.Scene("lattice", scene.Options{Springs: 10_000_000})
	must.Do(b, err)
	m, random := s.Model, rand.New(rand.NewPCG(1, 2))
	f := &export.Frame{}
	f.Resize(m.MassCount())
	for i, x := range m.RestPosition {
		for axis := range 3 {
			f.Position[i][axis] = float32(x[axis]) + 1e-3*random.Float32()
			f.Velocity[i][axis] = random.Float32()
		}
	}
	for _, how := range []export.Numbers{{}, {Compress: true}, {Float64: true}, {Float64: true, Compress: true}} {
		for _, format := range []string{"vtu", "vtkhdf"} {
			b.Run(fmt.Sprintf("%s/float64=%v/zlib=%v", format, how.Float64, how.Compress), func(b *testing.B) {
				var series export.Series
				path := filepath.Join(b.TempDir(), "a."+format)
				if format == "vtu" {
					series, err = grid.CreateVTUSeries(path, m, s.Params, 0, nil, how)
				} else {
					series, err = grid.CreateVTKHDF(path, m, s.Params, nil, how, nil)
				}
				must.Do(b, err)
				before := cpuSeconds(b)
				for b.Loop() {
					f.Step++
					must.Do(b, series.Frame(f))
				}
				must.Do(b, series.Close())
				b.ReportMetric((cpuSeconds(b)-before)/float64(b.N), "cpu-s/op")
			})
		}
	}
}

// cpuSeconds returns the processor time of the process on all cores [s].
func cpuSeconds(b *testing.B) float64 {
	var used syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
