package env

import (
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"hooke/run/flags"
	"hooke/sim/robots"
)

// Autoreset says when an environment whose episode has ended begins the next one.
type Autoreset string

// The ways, as Gymnasium has them.
const (
	NextStep Autoreset = "next_step" // in the next call, which takes no step of it
	SameStep Autoreset = "same_step" // at the end of the call that ended it; Final has what it saw last
	Disabled Autoreset = "disabled"  // when Reset is called
)

// Autoresets are all of them.
func Autoresets() []Autoreset { return []Autoreset{NextStep, SameStep, Disabled} }

// Options say what environments are. The zero value rewards with speed_forward, for as long as until lets it last.
type Options struct {
	robots.Options
	Reward    string    // an expression over the period; empty: speed_forward
	Limit     int64     // periods of an episode; 0: no limit
	Autoreset Autoreset // empty: NextStep
	Noise     float64   // standard deviation of the velocity that a robot starts with, along each axis [m/s]
}

// ParseOptions is robots.ParseOptions with reward, limit, autoreset and noise: see Options. Controllers of the scene are
// left out unless the option controllers is true.
func ParseOptions(text []byte) (o Options, err error) {
	limit := 0
	err = o.Parse(text, false, func(cmd *cobra.Command) {
		set := cmd.Flags()
		set.StringVar(&o.Reward, "reward", "", "")
		set.Var(flags.Whole(&limit, 1), "limit", "")
		set.StringVar((*string)(&o.Autoreset), "autoreset", "", "")
		set.Var(flags.Positive(&o.Noise), "noise", "")
	})
	o.Limit = int64(limit)
	return o, err
}

// faults says what is wrong with options.
func (o *Options) faults() error {
	if !slices.Contains(Autoresets(), o.Autoreset) {
		return fmt.Errorf("autoreset %q is none; choose next_step, same_step or disabled", o.Autoreset)
	}
	if o.Limit < 0 || !(o.Noise >= 0) || math.IsInf(o.Noise, 1) {
		return fmt.Errorf("limit %d and noise %g; give numbers of at least 0", o.Limit, o.Noise)
	}
	return nil
}
