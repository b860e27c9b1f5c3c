package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Moment returns a flag value for a simulated time [s], which may be negative. It stores into value, which stays nil where the flag is not given.
func Moment(value **float64) pflag.Value { return momentFlag{value} }

// momentFlag is the flag value of a simulated time [s].
type momentFlag struct{ value **float64 }

func (f momentFlag) Type() string { return "seconds" }
func (f momentFlag) String() string {
	if f.value == nil || *f.value == nil {
		return ""
	}
	return fmt.Sprint(**f.value)
}

func (f momentFlag) Set(text string) error {
	time, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || math.IsNaN(time) || math.IsInf(time, 0) {
		return errors.New("give a simulated time in seconds, such as 0.5")
	}
	*f.value = &time
	return nil
}
