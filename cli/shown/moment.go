package shown

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Moment is a simulated time that a flag may give. The zero value means that no flag gave
// it.
type Moment struct {
	Given bool
	Time  float64 // simulated time [s]; may be negative
}

// momentFlag is the flag value of a simulated time [s].
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

// MomentOf returns a flag value for a simulated time in seconds. It stores into value.
func MomentOf(value *Moment) pflag.Value { return momentFlag{value} }
