package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"hooke/scene"
)

// progress tells how far a run is: a bar on a terminal, else a line every few
// seconds. It never writes to standard output.
type progress struct {
	w       io.Writer
	what    string
	total   int64
	springs int64
	from    int64  // steps that were done before
	unit    string // what is counted; empty: steps

	bar         *progressbar.ProgressBar // nil without a terminal
	begin, last time.Time
}

// mostSeconds is more than a time.Duration can hold [s].
const mostSeconds = math.MaxInt64 / 1e9

// lineEvery is how often a line is written where there is no terminal.
const lineEvery = 5 * time.Second

func newProgress(w io.Writer, what string, total, springs int64) *progress {
	now := time.Now()
	p := &progress{w: w, what: what, total: total, springs: springs, begin: now, last: now}
	if isTerminal(w) {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	}
	return p
}

// set says that so many steps are done.
func (p *progress) set(done int64) {
	now := time.Now()
	elapsed := now.Sub(p.begin).Seconds()
	rate := float64(done-p.from) / max(elapsed, 1e-9)
	if p.bar != nil && p.unit != "" {
		_ = p.bar.Set64(done)
		return
	}
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s, %s spring-updates/s", p.what, compact(rate*float64(p.springs))))
		// A bar that cannot be drawn is no reason to stop the work.
		_ = p.bar.Set64(done)
		return
	}
	if now.Sub(p.last) < lineEvery {
		return
	}
	p.last = now
	left := time.Duration(min(float64(p.total-done)/rate, mostSeconds/2) * float64(time.Second)).Round(time.Second)
	if p.unit != "" {
		fmt.Fprintf(p.w, "%s: %s %d of %d, %s left\n", p.what, p.unit, done, p.total, left)
		return
	}
	fmt.Fprintf(p.w, "%s: step %d of %d, %s spring-updates/s, %s left\n",
		p.what, done, p.total, compact(rate*float64(p.springs)), left)
}

// clear removes the bar, so that what follows stands on a line of its own.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// isTerminal says whether w is a terminal; only a real file can be one.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// compact is a number with three digits and a factor: 71.3 M.
func compact(x float64) string {
	for _, factor := range []struct {
		value float64
		name  string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= factor.value {
			return fmt.Sprintf("%.3g %s", x/factor.value, factor.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}

// runProgress tells how far a run is.
type runProgress struct {
	app App
	bar *progress
}

// Begin begins a bar.
func (p *runProgress) Begin(s *scene.Scene, from, to int64) {
	p.bar = newProgress(p.app.Stderr, s.Name, to, int64(s.Model.SpringCount()))
	p.bar.from = from
}

// Done sets it.
func (p *runProgress) Done(steps int64) { p.bar.set(steps) }

// End clears it.
func (p *runProgress) End() { p.bar.clear() }

// setUpQuiet is how long a set-up takes before anything is said of it.
const setUpQuiet = time.Second

// settingUp tells that something is being made, as long as that takes over a second: a
// bar with the time on a terminal, else a line every few seconds. How far it is, nobody
// knows. The function that it returns ends that; nothing else may write to standard error before.
func (a App) settingUp(what string) (done func()) {
	return a.settingUpEvery(what, setUpQuiet, lineEvery)
}

func (a App) settingUpEvery(what string, quiet, every time.Duration) (done func()) {
	begin, stop := time.Now(), make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		select {
		case <-stop:
			return
		case <-time.After(quiet):
		}
		if !isTerminal(a.Stderr) {
			for {
				select {
				case <-stop:
					return
				case <-time.After(max(0, every-quiet)):
					fmt.Fprintf(a.Stderr, "%s: %s so far\n", what, time.Since(begin).Round(100*time.Millisecond))
					quiet = 0
				}
			}
		}
		bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(a.Stderr), progressbar.OptionSetDescription(what),
			progressbar.OptionSetWidth(24), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish())
		for {
			_ = bar.Add(1) // a bar that cannot be drawn is no reason to stop the work
			select {
			case <-stop:
				_ = bar.Clear()
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	return sync.OnceFunc(func() {
		close(stop)
		over.Wait()
	})
}
