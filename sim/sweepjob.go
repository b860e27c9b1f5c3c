package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/run"
	"hooke/run/flags"
)

// SweepResult is the end of a sweep, whose numbers are in table.npz and table.csv of its folder.
type SweepResult struct {
	Folder   string   `json:"folder"`
	Scene    string   `json:"scene"`
	Points   int64    `json:"points"`
	Runs     int      `json:"runs"`
	Diverged int      `json:"diverged"`
	Metric   []string `json:"metric"`
}

// sweepChoices are the options of a sweep beside its spec.
type sweepChoices struct {
	jobs       int
	redo, save string
}

// startSweep judges the options of hooke sweep: keys of its spec files, and jobs, redo and save. vary may be an object of
// keys with values, a text as after --vary, or a list.
func startSweep(name string, text []byte, o Options, j *Job) (work, error) {
	c, spec, err := sweepOf(name, text)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	spec.Out = cmp.Or(spec.Out, "out/sweep")
	o.Listener = j.listener(o.Listener)
	return func(ctx context.Context) (any, error) { return swept(ctx, spec, c, EachAlone(o), j) }, nil
}

// EachAlone is how runs of their own are made, of a sweep or of members.
func EachAlone(o Options) engine.Options {
	return engine.Options{GPU: gpu.Options{Pipeline: gpu.Auto, Precision: o.GPU.Precision}, Tuning: engine.TuningCache{Off: true}, Listener: o.Listener}
}

// sweepOf reads the options of a sweep. What is of its spec is judged by the reader of spec files.
func sweepOf(name string, text []byte) (c sweepChoices, spec sweep.File, err error) {
	pairs, err := pairsOf(text, "vary", "set")
	if err != nil {
		return c, spec, err
	}
	cmd := &cobra.Command{}
	set := cmd.Flags()
	set.Var(flags.Whole(&c.jobs, 1), "jobs", "")
	set.Var(flags.Choice(&c.redo, []string{"failed"}), "redo", "")
	set.Var(flags.Choice(&c.save, []string{"com"}), "save", "")
	lines := []string{"scene = " + quoted(name)}
	for _, p := range pairs {
		key := strings.ReplaceAll(p.key, "_", "-")
		if cmd.Flags().Lookup(key) != nil {
			if err := give(cmd, p); err != nil {
				return c, spec, err
			}
			continue
		}
		if !bareKey.MatchString(key) || key == "scene" || key == "sha256" {
			return c, spec, fmt.Errorf("%q is no option of a sweep", p.key)
		}
		value, err := specValue(key, p.value)
		if err != nil {
			return c, spec, fmt.Errorf("%s: %w", p.key, err)
		}
		lines = append(lines, key+" = "+value)
	}
	if spec, err = sweep.ParseSpec([]byte(strings.Join(lines, "\n"))); err != nil {
		return c, spec, errors.New(place.ReplaceAllString(err.Error(), ""))
	}
	return c, spec, nil
}

var (
	bareKey   = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	plainWord = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	place     = regexp.MustCompile(`^\d+:\d+: `) // in a text that the caller has not written
)

// specValue writes a value as a spec file has it.
func specValue(key string, value any) (string, error) {
	object, isObject := value.([]pair)
	if text, isText := value.(string); isText && slices.Contains([]string{"vary", "set", "noise", "metric", "groups"}, key) {
		return "[" + quoted(text) + "]", nil
	}
	if !isObject {
		return settingOf(value)
	}
	texts, err := settingsOf(object)
	if key == "vary" {
		texts, err = variablesOf(object)
	}
	for i := range texts {
		texts[i] = quoted(texts[i])
	}
	return "[" + strings.Join(texts, ", ") + "]", err
}

// variablesOf are variables KEY=VALUES of an object: values are a text such as 0.5:3:12, or a list of them all.
func variablesOf(pairs []pair) (texts []string, err error) {
	for _, p := range pairs {
		text, isText := p.value.(string)
		if list, isList := p.value.([]any); isList {
			var values []string
			for _, item := range list {
				value, err := settingOf(item)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", p.key, err)
				}
				if word, isWord := item.(string); isWord && plainWord.MatchString(word) && !slices.Contains([]string{"true", "false", "inf", "nan"}, word) {
					value = word // as people write it after --vary, so that it is the same sweep
				}
				values = append(values, value)
			}
			text, isText = "{"+strings.Join(values, ", ")+"}", true
		}
		if !isText {
			return nil, fmt.Errorf(`%s: give a range, such as "0.5:3:12", or a list of values`, p.key)
		}
		texts = append(texts, p.key+"="+text)
	}
	return texts, nil
}

// swept carries out a sweep, and writes its table and plots.
func swept(ctx context.Context, spec sweep.File, c sweepChoices, how engine.Options, j *Job) (any, error) {
	plan, err := sweep.Judge(ctx, spec.Spec, sweep.Judging{Folder: spec.Out})
	if err != nil {
		return nil, optional(err)
	}
	plan.Paths = c.save != ""
	for _, line := range plan.Notes {
		how.Listener.Notef("note: %s", line)
	}
	runner, err := runners.Of(plan, c.jobs, how)
	if err != nil {
		return nil, err
	}
	if err := sweep.Go(ctx, plan, runner, sweep.Options{Folder: spec.Out, Redo: c.redo != "", Told: func(now *sweep.Progress) { j.show(now.Runs, now.Of) }}); err != nil {
		return nil, err
	}
	table, err := sweep.TableIn(plan, spec.Out)
	if err == nil {
		err = table.Write(spec.Out)
	}
	if err == nil {
		_, err = sweep.WritePlots(table, plan.Spec.Metric, spec.Out)
	}
	if err == nil {
		err = table.Verdict()
	}
	if err != nil {
		return nil, err
	}
	out := &SweepResult{Folder: filepath.Clean(spec.Out), Scene: plan.Spec.Scene, Points: plan.Spec.Runs, Runs: len(table.Rows), Metric: plan.Spec.Metric}
	for i := range table.Rows {
		if table.Rows[i].Outcome.Status == metrics.Diverged {
			out.Diverged++
		}
	}
	return out, nil
}

// optional is an error of a spec as one of an option.
func optional(err error) error {
	var wrong *sweep.SpecError
	if errors.As(err, &wrong) {
		return &run.OptionError{Option: wrong.Key, Reason: wrong.Reason}
	}
	return err
}
