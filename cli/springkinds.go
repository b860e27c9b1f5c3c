package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hooke/cli/response"
	"hooke/files/safefile"
	"hooke/model/spring"
	"hooke/scene/words"
)

// springKind is the kind of the verb spring that steps a mass in an engine.
const springKind = "spring"

// playing are the flags of the closed forms that the verb spring plays.
type playing struct {
	played     response.Played
	halfLives  string
	normalized string
}

// add adds the flags.
func (o *playing) add(f *pflag.FlagSet) {
	f.StringVar(&o.played.Kind, "kind", springKind, "closed `form`: "+springKind+", "+strings.Join(response.KindNames(), ", "))
	f.StringVar(&o.halfLives, "half-life", "0.1,0.2,0.4", "half-lives `h` of the other kinds [s], separated by commas")
	f.Float64Var(&o.played.Speed, "speed", 1, "speed of the kinds velocity and control [1/s]")
	f.Float64Var(&o.played.Arrival, "arrival", 1, "time at which the kind timed arrives [s]")
	f.StringVar(&o.normalized, "normalized", "0.5,0.1", "`Cs,Cd` of the kind normalized; above 1 it jitters")
}

// play does the work of the verb for a kind other than spring.
func (a App) play(o springOptions, given func(flag string) bool) error {
	p := o.played
	at := slices.IndexFunc(response.Kinds(), func(k response.Kind) bool { return k.Name == p.Kind })
	if at < 0 {
		return usagef("--kind %s: known are %s, %s", p.Kind, springKind, strings.Join(response.KindNames(), ", "))
	}
	own := []string{"damping-ratio", "frequency", "goal", "goal-frequency", "engine", "solver", "substeps", "iterations", "tolerance"}
	if err := notOfKind(p.Kind, given, append(own, response.AllFlags()...), response.Kinds()[at].Flags); err != nil {
		return err
	}
	if err := o.complete(); err != nil {
		return err
	}
	var err error
	if p.HalfLives, err = numbersOf("half-life", o.halfLives, mostRatios, 1e-6, 1e6); err != nil {
		return err
	}
	cs, err := numbersOf("normalized", o.normalized, 2, 0, 1e3)
	if err == nil && len(cs) != 2 {
		err = usagef("--normalized %s: give Cs and Cd, separated by a comma", o.normalized)
	}
	if err != nil {
		return err
	}
	for name, x := range map[string]float64{"speed": p.Speed, "arrival": p.Arrival} {
		if !(x >= 1e-6 && x <= 1e6) {
			return usagef("--%s %g: give a number from 1e-6 to 1e6", name, x)
		}
	}
	p.Normalized = spring.Normalized{Stiffness: cs[0], Damping: cs[1]}
	p.Ratios, p.Seconds, p.Step, p.Frequency = o.springs.Ratios, o.springs.Seconds, o.springs.Step, o.goalFrequency
	if p.Kind == "resonance" {
		p.Frequency = o.springs.Frequency
	}
	r, err := p.Play()
	var wrong response.WrongValue
	if errors.As(err, &wrong) {
		return usagef("%s", wrong)
	}
	if err != nil {
		return err
	}
	o.played = p
	return a.show(o, r)
}

// notOfKind refuses the first flag of a list that is given and that a kind does not read.
func notOfKind(kind string, given func(flag string) bool, all, reads []string) error {
	for _, flag := range all {
		if given(flag) && !slices.Contains(reads, flag) {
			return usagef("--%s means nothing to --kind %s; leave it out", flag, kind)
		}
	}
	return nil
}

// numbersOf returns the numbers of a flag, at most most of them, each from low to high.
func numbersOf(flag, text string, most int, low, high float64) (list []float64, err error) {
	words := strings.Split(text, ",")
	if len(words) > most {
		return nil, usagef("--%s: %d numbers; give %d at most", flag, len(words), most)
	}
	for _, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(x >= low && x <= high) {
			return nil, usagef("--%s %s: %q is no number from %g to %g", flag, text, word, low, high)
		}
		list = append(list, x)
	}
	return list, nil
}

// show prints and writes the motion of a kind.
func (a App) show(o springOptions, r response.Result) error {
	n := o.played.Kind
	if o.plot != "" {
		if err := r.WritePlot(o.plot, "the closed form "+n); err != nil {
			return err
		}
	}
	if o.csv != "" {
		if err := safefile.WriteNamed(o.csv, r.WriteCSV); err != nil {
			return err
		}
	}
	if n == "normalized" {
		switch p := o.played.Normalized; {
		case p.Grows():
			fmt.Fprintf(a.Stderr, "warning: Cs + 2 Cd is 4 or more (%s): the spring moves farther with every step; scenes refuse it\n", o.normalized)
		case p.Overshoots():
			fmt.Fprintf(a.Stderr, "warning: Cs or Cd above 1 (%s): the spring overshoots within a step and jitters; scenes warn likewise\n", o.normalized)
		}
	}
	if o.json {
		return json.NewEncoder(a.Stdout).Encode(map[string]any{"kind": n, "dt_s": r.Step, "curves": r.Numbers()})
	}
	return a.printf("%s, %s\n%s", n, words.Counted(len(r.Time), "point"), r.Table(false))
}
