package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"hooke/run"
)

// shot is a frame: of which state, seen from how far around.
type shot struct {
	state int
	turn  float64 // of the camera [rad]
}

// turnRate is that of turntables and of films of a given speed, unless told otherwise
// [frames/s].
const turnRate = 30

// shots are the frames, and how many a second there are.
func (o *renderOptions) shots(x *exhibit) ([]shot, float64, error) {
	first, last := 0, x.frames()-1
	if o.span[0].given {
		if first = x.at(o.span[0].time); x.time(first) < o.span[0].time && first < last {
			first++ // the first that is not before
		}
	}
	if o.span[1].given {
		last = x.at(o.span[1].time)
	}
	if last < first || o.span[1].given && x.time(0) > o.span[1].time || o.span[0].given && x.time(x.frames()-1) < o.span[0].time {
		return nil, 0, usagef("--from, --to: there are no states then: %s has those from %g s to %g s", x.from, x.time(0), x.time(x.frames()-1))
	}
	if o.at.given {
		first = x.at(o.at.time)
		last = first
	}
	if o.kind() == pictureKind {
		return []shot{{state: last}}, 0, nil
	}
	var list []shot
	rate := o.fps
	switch length := x.time(last) - x.time(first); {
	case first == last && o.turntable == 0:
		return nil, 0, usagef("--out %s: there is one state to show, and a film needs several: --turntable 180 turns the camera around it; or give a .png", o.out)
	case first == last:
		list = make([]shot, o.turntable)
		for k := range list {
			list[k].state = last
		}
	case o.speed == 0:
		for k := first; k <= last; k++ {
			list = append(list, shot{state: k})
		}
		if rate == 0 {
			rate = run.VideoRate(length / float64(last-first))
		}
	default:
		if rate == 0 {
			rate = turnRate
		}
		count := math.Floor(length*rate/o.speed+1e-6) + 1
		if count > mostShots {
			return nil, 0, usagef("--speed %g: %.3g s are %.3g frames; at most %d", o.speed, length, count, mostShots)
		}
		for i := range int(count) {
			list = append(list, shot{state: min(x.at(x.time(first)+float64(i)*o.speed/rate), last)})
		}
	}
	if rate == 0 {
		rate = turnRate
	}
	for k := range list {
		if o.turntable > 0 {
			list[k].turn = 2 * math.Pi * float64(k) / float64(o.turntable)
		}
	}
	return list, rate, nil
}

// mostShots is more than anybody watches: nine hours.
const mostShots = 1_000_000

// moment is a simulated time that may be given.
type moment struct {
	given bool
	time  float64 // [s]
}

// momentFlag is a simulated time [s].
type momentFlag struct{ value *moment }

func (f momentFlag) Type() string { return "seconds" }
func (f momentFlag) String() string {
	if f.value == nil || !f.value.given {
		return ""
	}
	return fmt.Sprint(f.value.time)
}

func (f momentFlag) Set(text string) error {
	time, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || math.IsNaN(time) || math.IsInf(time, 0) {
		return errors.New("give a simulated time in seconds, such as 0.5")
	}
	*f.value = moment{true, time}
	return nil
}
