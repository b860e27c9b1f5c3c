package terminal

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"hooke/files/safefile"
	"hooke/scene"
)

// Bar describes how far a work is: a bar on a terminal, otherwise a line every few seconds.
// NewBar makes a Bar; its zero value cannot be used.
type Bar struct {
	Unit string // the unit that the bar counts; empty: steps

	w       io.Writer
	what    string
	total   int64
	springs int64
	from    int64 // steps that were done before the bar began

	bar         *progressbar.ProgressBar // nil where w is no terminal
	begin, last time.Time
}

// mostSeconds is more than a time.Duration can hold [s].
const mostSeconds = math.MaxInt64 / 1e9

// LineEvery is the time between two lines without a terminal.
const LineEvery = 5 * time.Second

// NewBar starts a progress bar on w, with total steps of the given
// number of springs. The parameter what names the work. For work without springs the caller sets Unit. The caller calls Clear at
// the end.
func NewBar(w io.Writer, what string, total, springs int64) *Bar {
	now := time.Now()
	p := &Bar{w: w, what: safefile.EscapeName(what), total: total, springs: springs, begin: now, last: now}
	if file := terminal(w); file != nil {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(file), progressbar.OptionSetDescription(p.what), progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	}
	return p
}

// Set tells the bar how many steps are done, including those before it began.
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

// Clear removes the bar from a terminal, so that later output stands on a line of its
// own.
func (p *Bar) Clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// terminal returns the terminal that w is or writes to; nil: it is none.
func terminal(w io.Writer) *os.File {
	if text, ok := w.(*safefile.EscapingWriter); ok {
		return terminal(text.Below())
	}
	file, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return file
}

// compact writes a number with three digits and a factor: 71.3 M.
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

// NewOfRun returns a progress that tells on w how far a run is.
func NewOfRun(w io.Writer) *OfRun { return &OfRun{w: w} }

// OfRun describes how far a run is. It is a run.Progress. NewOfRun makes it.
type OfRun struct {
	w   io.Writer // where it tells it
	bar *Bar
}

// Begin begins a bar for the steps from from to to.
func (p *OfRun) Begin(s *scene.Scene, from, to int64) {
	p.bar = NewBar(p.w, s.Name, to, int64(s.Model.SpringCount()))
	p.bar.from = from
}

// Done tells the bar how many steps are done.
func (p *OfRun) Done(steps int64) { p.bar.Set(steps) }

// End removes the bar.
func (p *OfRun) End() { p.bar.Clear() }

// setUpQuiet is how long a set-up takes before Waiting writes anything of it.
const setUpQuiet = time.Second

// Waiting tells that the program makes something, where that takes over a second: with a
// moving bar and the time on a terminal, otherwise with a line every few seconds. It
// cannot tell how far the work is. The function that it returns ends the telling; nothing
// else may write to w before that.
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
		file := terminal(w)
		if file == nil {
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
		// Without an interval only Add draws the bar. With one, a goroutine of the bar
		// draws it, too, races with Clear, and never ends, so that the bar comes back.
		bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(file), progressbar.OptionSetDescription(safefile.EscapeName(what)),
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
