package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

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
