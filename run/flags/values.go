package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/run"
	"hooke/scene"
)

// value is a flag value of one type: how a text becomes one, and one a text.
type value[T any] struct {
	at   *T
	kind string // in help
	text func(v T) string
	read func(text string) (T, error)
}

func (f value[T]) Type() string   { return f.kind }
func (f value[T]) String() string { return f.text(*f.at) }
func (f value[T]) Set(text string) error {
	v, err := f.read(text)
	if err == nil {
		*f.at = v
	}
	return err
}

// given writes a value by a function; the zero value, which says that a flag was not given, is empty.
func given[T comparable](text func(v T) string) func(v T) string {
	return func(v T) string {
		if v == *new(T) {
			return ""
		}
		return text(v)
	}
}

func printed[T any](v T) string { return fmt.Sprint(v) }

// count returns a flag value for a number of springs: 984438, 56k, 1M.
func count(at *int64) pflag.Value {
	return value[int64]{at, "count", given(shortCount), scene.ParseCount}
}

// shortCount writes 56000 as 56k, where that loses nothing.
func shortCount(n int64) string {
	switch {
	case n > 0 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n > 0 && n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

// Whole returns a flag value for a whole number of at least least. It stores into at.
func Whole(at *int, least int) pflag.Value {
	text := func(v int) string {
		if v < least {
			return ""
		}
		return strconv.Itoa(v)
	}
	return value[int]{at, "int", text, func(text string) (int, error) {
		v, err := strconv.Atoi(text)
		if err != nil || v < least {
			return 0, fmt.Errorf("give a whole number of at least %d", least)
		}
		return v, nil
	}}
}

// Seed returns a flag value for a whole number from 0 on. It stores into at.
func Seed(at *uint64) pflag.Value {
	return value[uint64]{at, "seed", given(printed[uint64]), func(text string) (uint64, error) {
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("give a whole number from 0 to %d", uint64(math.MaxUint64))
		}
		return v, nil
	}}
}

// Positive returns a flag value for a positive number. It stores into at.
func Positive(at *float64) pflag.Value { return positive(at, "", false) }

// positive returns a flag value for a positive number, which may be +Inf if infinite. zero tells the user how to
// proceed instead of giving 0.
func positive(at *float64, zero string, infinite bool) pflag.Value {
	return value[float64]{at, "number", given(printed[float64]), func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err == nil && v == 0 && zero != "":
			return 0, fmt.Errorf("give a positive number; %s", zero)
		case err != nil || !(v > 0) || (math.IsInf(v, 0) && !infinite):
			return 0, errors.New("give a positive number, such as 0.5 or 2e-4")
		}
		return v, nil
	}}
}

// warm returns a flag value for the share of a warm start. It stores -1 for 0: no warm start, whatever the scene says.
func warm(at *float64) pflag.Value {
	text := func(v float64) string { return printed(max(0, v)) }
	return value[float64]{at, "number", given(text), func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0 && v <= model.MaxWarm) {
			return 0, fmt.Errorf("give 0 to %g: more blows up where springs are stiff", model.MaxWarm)
		}
		if v == 0 {
			v = -1
		}
		return v, nil
	}}
}

// Bytes returns a flag value for a size in bytes: 20MB, 500kB, 1.5GB, 100000. It stores into at.
func Bytes(at *int64) pflag.Value {
	return value[int64]{at, "size", given(printed[int64]), func(text string) (int64, error) {
		number, unit := strings.TrimSpace(text), 1.0
		for _, u := range []struct {
			name string
			size float64
		}{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}} {
			if cut, ok := strings.CutSuffix(number, u.name); ok {
				number, unit = strings.TrimSpace(cut), u.size
				break
			}
		}
		size, err := strconv.ParseFloat(number, 64)
		if size *= unit; err != nil || !(size >= 1) || size > math.MaxInt64/2 {
			return 0, errors.New("give a size, such as 20MB or 500kB")
		}
		return int64(size), nil
	}}
}

// Size returns a flag value for least to most whole numbers, up to three, such as 10x10x20. It stores into at. what is
// the name of the value in help, sample an example for errors.
func Size(at *[3]int, least, most int, what, sample string) pflag.Value {
	text := func(v [3]int) string {
		if v[0] == 0 {
			return ""
		}
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(v[:most]), "[]"), " ", "x")
	}
	return value[[3]int]{at, what, text, func(text string) (v [3]int, err error) {
		words := strings.Split(strings.ReplaceAll(text, "×", "x"), "x")
		for i, word := range words {
			number, err := strconv.Atoi(word)
			if err != nil || number < 1 || number > math.MaxInt32 || len(words) < least || len(words) > most {
				return v, fmt.Errorf("give %s", sample)
			}
			v[i] = number
		}
		return v, nil
	}}
}

// Every returns a flag value for a number of steps, or for a simulated time such as 0.01s. It stores into at.
func Every(at *run.Every) pflag.Value {
	text := func(v run.Every) string {
		if v.Steps > 0 {
			return printed(v.Steps)
		}
		return printed(v.Time) + "s"
	}
	return value[run.Every]{at, "interval", given(text), func(text string) (v run.Every, err error) {
		number, timed := strings.CutSuffix(text, "s")
		if timed {
			v.Time, err = strconv.ParseFloat(number, 64)
		} else {
			v.Steps, err = strconv.ParseInt(text, 10, 64)
		}
		if err != nil || timed && (!(v.Time > 0) || math.IsInf(v.Time, 0)) || !timed && v.Steps < 1 {
			return v, errors.New("give a whole number of steps of at least 1, or a simulated time, such as 0.01s")
		}
		return v, nil
	}}
}

// Interval returns a flag value for a time, such as 10s, or for a number of steps, such as 1000steps. It stores into at.
func Interval(at *run.Interval) pflag.Value {
	return value[run.Interval]{at, "interval", run.Interval.String, run.ParseInterval}
}

// Moment returns a flag value for a simulated time [s], which may be negative. It stores into at, which stays nil where the flag is not given.
func Moment(at **float64) pflag.Value {
	text := func(v *float64) string { return printed(*v) }
	return value[*float64]{at, "seconds", given(text), func(text string) (*float64, error) {
		time, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
		if err != nil || math.IsNaN(time) || math.IsInf(time, 0) {
			return nil, errors.New("give a simulated time in seconds, such as 0.5")
		}
		return &time, nil
	}}
}

// Vector returns a flag value for a vector, x,y,z, which it stores into at. nil says that the flag was not given.
func Vector(at **model.Vec3) pflag.Value {
	text := func(v *model.Vec3) string { return vectorText(*v) }
	return value[*model.Vec3]{at, "x,y,z", given(text), func(text string) (*model.Vec3, error) {
		v, err := parseVector(text)
		return &v, err
	}}
}

// Direction returns a flag value for a vector, x,y,z, that is not 0. It stores into at.
func Direction(at *model.Vec3) pflag.Value {
	return value[model.Vec3]{at, "x,y,z", given(vectorText), func(text string) (model.Vec3, error) {
		v, err := parseVector(text)
		if err == nil && v == (model.Vec3{}) {
			err = errors.New("0,0,0 is no direction; give three numbers, such as 1,0,0")
		}
		return v, err
	}}
}

func vectorText(v model.Vec3) string { return fmt.Sprintf("%g,%g,%g", v[0], v[1], v[2]) }

// parseVector reads three numbers with commas between them.
func parseVector(text string) (v model.Vec3, err error) {
	words := strings.Split(text, ",")
	if len(words) != 3 {
		return v, errors.New("give three numbers, such as 1,0,0")
	}
	for axis, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || x-x != 0 {
			return v, errors.New("give three numbers, such as 1,0,0")
		}
		v[axis] = x
	}
	return v, nil
}

// AddMetrics adds the flags of metrics, one for each field of their options. forward is the name of the one of their
// direction, where a flag of a solver has that name.
func AddMetrics(cmd *cobra.Command, o *metrics.Options, forward string) {
	steps := value[int64]{&o.Every, "int", given(printed[int64]), func(text string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 1 {
			return 0, errors.New("give a whole number of at least 1")
		}
		return n, nil
	}}
	MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(steps, "metrics-every", "steps between two samples of the state (default 10)")
		set.Var(Positive(&o.Settle), "settle", "time before metrics start, for the robot to settle [s]")
		set.Var(Direction(&o.Forward), forward, "direction of speed_forward and drift (default 1,0,0)")
		set.StringVar(&o.Body, "body", "", "`group` whose clearance is measured (default: all masses)")
		set.StringSliceVar(&o.Groups, "groups", nil, "`groups` with a contact_duty and slip of their own, such as left,right")
	})
}

// Names are the names of a verb's flags, in the order of the alphabet.
func Names(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// settings returns a flag value for other values of keys of a scene, one a line; each adds one.
func settings(lines *string) pflag.Value {
	return value[string]{lines, "KEY=VALUE", printed[string], func(text string) (string, error) {
		if strings.ContainsAny(text, "\n\r") {
			return "", errors.New("give one setting, KEY=VALUE, on one line")
		}
		return strings.Join(append(Settings(*lines), text), "\n"), nil
	}}
}
