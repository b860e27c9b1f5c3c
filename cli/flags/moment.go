package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Moment is a simulated time that may be given; the zero value: it is not.
type Moment struct {
	Given bool
	Time  float64 // [s]
}

// momentFlag is a simulated time [s].
type momentFlag struct{ value *Moment }

func (f momentFlag) Type() string { return "seconds" }
func (f momentFlag) String() string {
	if f.value == nil || !f.value.Given {
		return ""
	}
	return fmt.Sprint(f.value.Time)
}

func (f momentFlag) Set(text string) error {
	time, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || math.IsNaN(time) || math.IsInf(time, 0) {
		return errors.New("give a simulated time in seconds, such as 0.5")
	}
	*f.value = Moment{true, time}
	return nil
}

// MomentOf takes a simulated time in seconds, before which nothing is given.
func MomentOf(value *Moment) pflag.Value { return momentFlag{value} }
