package sim

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"hooke/run"
	"hooke/run/flags"
	"hooke/run/relax"
)

// Unsettled is the result of a relaxation that has failed since the structure did not come to rest; nothing is written.
type Unsettled struct {
	Residual float64 `json:"residual"` // the largest force on a mass that is free to move [N]
	Allowed  float64 `json:"allowed"`  // [N]
	Mass     int     `json:"mass"`     // that the force is on
	Steps    int64   `json:"steps"`
	Unstable bool    `json:"unstable"` // every rest that was found is unstable
}

// startRelax judges the options of hooke relax.
func startRelax(name string, text []byte, o Options, j *Job) (work, error) {
	c, steps := run.Relaxing{Options: run.Options{Folder: "out"}}, 0
	err := o.Parse(text, func(cmd *cobra.Command) {
		set := cmd.Flags()
		set.StringVar(&c.Folder, "out", c.Folder, "")
		set.Var(flags.Positive(&c.Residual), "residual", "")
		set.Var(flags.Whole(&steps, 1), "steps", "")
		set.BoolVar(&c.Picture, "png", false, "")
	})
	if err == nil && (o.Host || o.Ground || o.Gravity != nil || o.Ledger || o.Scene.Inputs != "") {
		err = errors.New("options: host, ground, gravity, energy and inputs are of structures that are stepped; leave them out")
	}
	if err != nil {
		return nil, err
	}
	o.Listener = j.listener(o.Listener)
	c.Engine, c.Start, c.Choices, c.Steps, c.How, c.Program = o.Engine, o.Start, o.Scene, int64(steps), o.how(), o.By()
	c.Told = func(steps int64, _ float64) { j.show(steps, 0) }
	return func(ctx context.Context) (any, error) {
		s, err := run.Open(ctx, []string{name}, c.Choices, o.Listener)
		if err != nil {
			return nil, err
		}
		r, err := run.Relax(ctx, s, c)
		var unsettled *relax.NotSettledError
		switch {
		case errors.As(err, &unsettled):
			return &Unsettled{unsettled.Residual, unsettled.Allowed, unsettled.Mass, unsettled.Steps, unsettled.Unstable}, err
		case err != nil:
			return nil, err
		}
		j.show(r.Steps, r.Steps)
		return r, nil
	}, nil
}
