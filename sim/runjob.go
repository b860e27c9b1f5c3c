package sim

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"hooke/model"
	"hooke/physics"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
)

// RunResult is the end of a run, whose numbers are in its files.
type RunResult struct {
	Scene   string            `json:"scene"`
	Masses  int               `json:"masses"`
	Springs int               `json:"springs"`
	Engine  model.Description `json:"engine"`
	From    int64             `json:"from,omitempty"` // step at which it went on from a checkpoint
	Steps   int64             `json:"steps"`          // since From
	DT      float64           `json:"dt"`             // step [s]
	Time    float64           `json:"time"`           // simulated, at the end [s]
	Seconds float64           `json:"seconds"`        // wall time of the steps [s]
	Ended   *physics.End      `json:"ended,omitempty"`
	Torn    *int              `json:"torn,omitempty"` // torn springs at the end
	Folder  string            `json:"folder"`
	Wrote   []string          `json:"wrote"` // files
}

// runChoices are the options of a run beside those of the structure and its steps.
type runChoices struct {
	run.Options
	steps, every int
	save         flags.Frames
}

// addEnd adds the flags of where and how far, which hooke resume has, too.
func (c *runChoices) addEnd(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&c.Folder, "out", c.Folder, "")
	set.Var(flags.Whole(&c.steps, 1), "steps", "")
	set.Var(flags.Interval(&c.Checkpoint), "checkpoint", "")
}

// add adds the flags of hooke run for the length of a run and its files.
func (c *runChoices) add(cmd *cobra.Command) {
	c.Folder, c.every = "out", -1
	c.addEnd(cmd)
	set := cmd.Flags()
	set.Var(flags.Positive(&c.Time), "time", "")
	cmd.MarkFlagsMutuallyExclusive("time", "steps")
	set.BoolVar(&c.Strict, "strict", false, "")
	set.BoolVar(&c.Picture, "png", false, "")
	set.Var(flags.Whole(&c.every, 0), "energy-every", "")
	c.save.AddFormats(cmd)
	c.save.AddEvery(cmd)
	c.save.AddHow(cmd)
	flags.AddReactions(cmd, &c.save.Reactions)
}

// startRun judges the options of hooke run.
func startRun(name string, text []byte, o Options, j *Job) (work, error) {
	c := runChoices{}
	err := o.Parse(text, c.add)
	if err == nil && (o.Host || o.Ground || o.Gravity != nil) {
		err = errors.New("options: host, ground and gravity are of structures that the caller steps; leave them out")
	}
	if err == nil {
		c.Outputs, err = c.save.Outputs()
	}
	if err != nil {
		return nil, err
	}
	switch {
	case c.every > 0:
		c.EnergyEvery = int64(c.every)
	case c.every == 0:
		c.EnergyEvery = -1 // no file
	}
	o.Scene.Lone = true
	c.Engine, c.Energy, c.Float64, c.Choices = o.Engine, o.Ledger, c.save.Float64(), o.Scene
	c.follow(o, j)
	return func(ctx context.Context) (any, error) {
		s, err := run.Open(ctx, []string{name}, c.Choices, c.How.Listener)
		if err == nil {
			err = run.StartFrom(s, o.Start)
		}
		if err != nil {
			return nil, err
		}
		r, err := run.New(s, c.Options)
		return ran(ctx, r, err, c.Folder)
	}, nil
}

// startResume judges the options of hooke resume.
func startResume(path string, text []byte, o Options, j *Job) (work, error) {
	c, cmd := runChoices{}, &cobra.Command{}
	c.addEnd(cmd)
	flags.AddThreads(cmd, &o.Threads)
	if err := giveAll(cmd, text); err != nil {
		return nil, err
	}
	folder := cmp.Or(c.Folder, filepath.Dir(path))
	c.follow(o, j)
	return func(ctx context.Context) (any, error) {
		r, err := run.Resume(ctx, path, c.Options)
		return ran(ctx, r, err, folder)
	}, nil
}

// follow makes a job tell how far the run is.
func (c *runChoices) follow(o Options, j *Job) {
	o.Listener = j.listener(o.Listener)
	c.Steps, c.How, c.Program, c.Progress = int64(c.steps), o.how(), o.By(), &stepped{job: j}
}

// ran takes a run, if it could be made, to its end.
func ran(ctx context.Context, r *run.Run, err error, folder string) (any, error) {
	if err != nil {
		return nil, err
	}
	defer r.Close()
	got, err := r.Go(ctx)
	if err == nil {
		err = got.Lost
	}
	if err != nil {
		return nil, err
	}
	return &RunResult{Scene: got.Scene, Masses: got.Masses, Springs: got.Springs, Engine: got.Engine, From: got.From, Steps: got.Steps, DT: got.DT, Time: got.Time,
		Seconds: got.Seconds, Ended: got.Ended, Torn: got.Torn, Folder: folder, Wrote: got.Wrote}, nil
}

// stepped tells a job how far a run is.
type stepped struct {
	job *Job
	of  int64
}

func (s *stepped) Begin(_ *scene.Scene, from, to int64) {
	s.of = to
	s.job.show(from, to)
}

func (s *stepped) Done(steps int64) { s.job.show(steps, s.of) }

func (s *stepped) End() {}
