package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hooke/run"
)

// everyFlag is the flag value of a number of steps, or of a simulated time such as 0.01s.
type everyFlag struct{ value *run.Every }

func (f everyFlag) Type() string { return "interval" }
func (f everyFlag) String() string {
	switch {
	case f.value == nil || *f.value == run.Every{}:
		return ""
	case f.value.Steps > 0:
		return strconv.FormatInt(f.value.Steps, 10)
	}
	return fmt.Sprint(f.value.Time) + "s"
}

func (f everyFlag) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "s"); ok {
		time, err := strconv.ParseFloat(number, 64)
		if err != nil || !(time > 0) || math.IsInf(time, 0) {
			return errors.New("give a whole number of steps of at least 1, or a simulated time, such as 0.01s")
		}
		*f.value = run.Every{Time: time}
		return nil
	}
	steps, err := strconv.ParseInt(text, 10, 64)
	if err != nil || steps < 1 {
		return errors.New("give a whole number of steps of at least 1, or a simulated time, such as 0.01s")
	}
	*f.value = run.Every{Steps: steps}
	return nil
}

// checkpointFlag is the flag value of a duration, such as 10s, or of a number of steps,
// such as 1000steps.
type checkpointFlag struct{ value *run.Interval }

func (f checkpointFlag) Type() string { return "interval" }
func (f checkpointFlag) String() string {
	if f.value == nil {
		return ""
	}
	return f.value.String()
}

func (f checkpointFlag) Set(text string) (err error) {
	value, err := run.ParseInterval(text)
	if err == nil {
		*f.value = value
	}
	return err
}

// Every returns a flag value for a number of steps, or for a simulated time such as
// 0.01s. It stores into value.
func Every(value *run.Every) pflag.Value { return everyFlag{value} }

// Interval returns a flag value for a time, such as 10s, or for a number of steps, such
// as 1000steps. It stores into value.
func Interval(value *run.Interval) pflag.Value { return checkpointFlag{value} }
