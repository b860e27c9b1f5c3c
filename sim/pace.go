package sim

import (
	"fmt"
	"time"
)

// Pace steps something for as long as its caller can wait. The zero value is ready.
type Pace struct {
	batch int64 // steps between looks at the time; zero: 1
}

// Stepper is an engine or a Sim that a Pace steps.
type Stepper interface {
	Step(n int) error
	Finish() error
}

// Step takes n steps, but stops early once some time has passed; 0: without a limit, and then it only queues
// them on an engine that queues. done is how many were taken.
func (p *Pace) Step(e Stepper, n int64, most time.Duration) (done int64, err error) {
	if n < 0 {
		return 0, fmt.Errorf("%d steps; give a number of at least 0", n)
	}
	for begin := time.Now(); done < n; {
		some := min(n-done, 1<<30)
		if most > 0 {
			some = min(some, max(p.batch, 1))
		}
		at := time.Now()
		err := e.Step(int(some))
		if err == nil && most > 0 {
			err = e.Finish()
		}
		if err != nil {
			return done, err
		}
		if done += some; most == 0 {
			continue
		}
		p.choose(some, time.Since(at), most)
		if time.Since(begin) >= most {
			break
		}
	}
	return done, nil
}

// choose chooses the number of steps between looks: about an eighth of the time.
func (p *Pace) choose(steps int64, took, most time.Duration) {
	switch {
	case took < most/16 && steps >= p.batch:
		p.batch = 2 * max(steps, 1)
	case took > most/8:
		p.batch = max(1, steps/2)
	}
}
