package cli

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"hooke/engine"
	"hooke/run"
)

// Limits of proofs side by side.
const (
	mostBeside = 8   // contexts of OpenGL, each of which takes memory of the device
	keptBeside = 400 // programs that each context keeps for later engines
)

// sideBySide runs proofs on several threads, each with a device of its own.
type sideBySide struct {
	app      App // whose Stderr several goroutines may use
	jobs     []proofJob
	proofs   []chan proof // of each job, which gets one
	software bool         // OpenGL runs on the CPU
	threads  int
	links    atomic.Int64 // programs that drivers have linked
	begin    chan struct{}
	next     atomic.Int64 // job to begin
	over     sync.WaitGroup
}

func newSideBySide(jobs []proofJob, a App) *sideBySide {
	s := &sideBySide{app: a, jobs: jobs, begin: make(chan struct{})}
	for range jobs {
		s.proofs = append(s.proofs, make(chan proof, 1))
	}
	return s
}

// start begins the proofs, on as many threads as there are cores. Devices are opened one after the
// other, before any proof: with each the addresses of OpenGL's functions are loaded for the whole
// program. The error is that of the first device; with fewer devices there are fewer threads.
func (s *sideBySide) start(ctx context.Context, devices bool) error {
	defer close(s.begin)
	for k := range min(runtime.GOMAXPROCS(0), len(s.jobs), mostBeside) {
		if !devices {
			s.over.Go(func() { s.work(ctx, nil) })
			continue
		}
		opened := make(chan error, 1)
		debugs := false
		s.over.Go(func() {
			d, err := engine.OpenDevice(s.app.reporter())
			if err != nil {
				opened <- err
				return
			}
			defer d.Close()
			d.GL.KeepPrograms(keptBeside)
			s.software, debugs = d.GL.Software(), d.GL.Debugs()
			opened <- nil
			<-s.begin
			s.work(ctx, d)
			s.links.Add(d.GL.Links())
		})
		switch err := <-opened; {
		case err != nil && k == 0:
			return err
		case err != nil:
			return nil
		}
		if s.threads++; debugs { // lines of several drivers could not be told apart
			return nil
		}
	}
	return nil
}

// work proves one job after the other until none is left.
func (s *sideBySide) work(ctx context.Context, d *engine.Device) {
	for {
		k := int(s.next.Add(1)) - 1
		if k >= len(s.jobs) {
			return
		}
		if ctx.Err() != nil {
			s.proofs[k] <- proof{err: run.ErrInterrupted}
			continue
		}
		s.proofs[k] <- s.jobs[k].prove(ctx, s.app, d)
	}
}

// wait waits until all threads have ended.
func (s *sideBySide) wait() { s.over.Wait() }
