package progress

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

// Bar tells how far work is: a bar on a terminal, else a line every few
// seconds. New makes it.
type Bar struct {
	Unit string // what is counted; empty: steps

	w       io.Writer
	what    string
	total   int64
	springs int64
	from    int64 // steps that were done before

	bar         *progressbar.ProgressBar // nil without a terminal
	begin, last time.Time
}

// mostSeconds is more than a time.Duration can hold [s].
const mostSeconds = math.MaxInt64 / 1e9

// LineEvery is how often a line is written where there is no terminal.
const LineEvery = 5 * time.Second

// New begins to tell on w how far what is, of total steps of that many springs. Without
// springs set Unit. The caller clears it.
func New(w io.Writer, what string, total, springs int64) *Bar {
	now := time.Now()
	p := &Bar{w: w, what: what, total: total, springs: springs, begin: now, last: now}
	if isTerminal(w) {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	}
	return p
}

// Set says that so many steps are done, those before it began among them.
func (p *Bar) Set(done int64) {
	now := time.Now()
	elapsed := now.Sub(p.begin).Seconds()
	rate := float64(done-p.from) / max(elapsed, 1e-9)
	if p.bar != nil && p.Unit != "" {
		_ = p.bar.Set64(done)
		return
	}
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s, %s spring-updates/s", p.what, compact(rate*float64(p.springs))))
		// A bar that cannot be drawn is no reason to stop the work.
		_ = p.bar.Set64(done)
		return
	}
	if now.Sub(p.last) < LineEvery {
		return
	}
	p.last = now
	left := time.Duration(min(float64(p.total-done)/rate, mostSeconds/2) * float64(time.Second)).Round(time.Second)
	if p.Unit != "" {
		fmt.Fprintf(p.w, "%s: %s %d of %d, %s left\n", p.what, p.Unit, done, p.total, left)
		return
	}
	fmt.Fprintf(p.w, "%s: step %d of %d, %s spring-updates/s, %s left\n",
		p.what, done, p.total, compact(rate*float64(p.springs)), left)
}

// Clear removes the bar, so that what follows stands on a line of its own.
func (p *Bar) Clear() {
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

// NewOfRun tells on w how far a run is.
func NewOfRun(w io.Writer) *OfRun { return &OfRun{w: w} }

// OfRun tells how far a run is: a run.Progress. NewOfRun makes it.
type OfRun struct {
	w   io.Writer // where it tells it
	bar *Bar
}

// Begin begins a bar.
func (p *OfRun) Begin(s *scene.Scene, from, to int64) {
	p.bar = New(p.w, s.Name, to, int64(s.Model.SpringCount()))
	p.bar.from = from
}

// Done sets it.
func (p *OfRun) Done(steps int64) { p.bar.Set(steps) }

// End clears it.
func (p *OfRun) End() { p.bar.Clear() }

// setUpQuiet is how long a set-up takes before anything is said of it.
const setUpQuiet = time.Second

// Waiting tells that something is being made, as long as that takes over a second: a
// bar with the time on a terminal, else a line every few seconds. How far it is, nobody
// knows. The function that it returns ends that; nothing else may write to w before.
func Waiting(w io.Writer, what string) (done func()) {
	return waitingEvery(w, what, setUpQuiet, LineEvery)
}

func waitingEvery(w io.Writer, what string, quiet, every time.Duration) (done func()) {
	begin, stop := time.Now(), make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		select {
		case <-stop:
			return
		case <-time.After(quiet):
		}
		if !isTerminal(w) {
			for {
				select {
				case <-stop:
					return
				case <-time.After(max(0, every-quiet)):
					fmt.Fprintf(w, "%s: %s so far\n", what, time.Since(begin).Round(100*time.Millisecond))
					quiet = 0
				}
			}
		}
		// Without an interval nobody but Add draws the bar: with one, a goroutine of the bar
		// does, races with Clear, and goes on for good, so that the bar comes back.
		bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
			progressbar.OptionSetWidth(24), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetSpinnerChangeInterval(0))
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
