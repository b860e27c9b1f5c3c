package sweeping

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"hooke/cli/terminal"
	"hooke/files/safefile"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
	"hooke/run"
	"hooke/run/export"
)

// rerun runs the best of a sweep again and writes, for each, its scene with the values written in,
// its settings and its last state.
func (p Program) rerun(whole context.Context, plan *sweep.Plan, folder string, o *choices) error {
	ctx, stop := terminal.UntilInterrupted(whole)
	defer stop()
	table, err := sweep.TableIn(plan, folder)
	if err != nil {
		return err
	}
	best, err := table.Best(o.best, max(1, o.top))
	if err != nil {
		return &run.OptionError{Option: "best", Reason: err.Error()}
	}
	if len(best) == 0 {
		return fmt.Errorf("sweep: no run in %s has a number for %s", folder, strings.TrimPrefix(o.best, "-"))
	}
	if n := len(table.Missing); n > 0 {
		fmt.Fprintf(p.Stderr, "note: %d of %d points have no run yet, and one of them may be better\n", n, plan.Spec.Runs)
	}
	runner, err := runners.Of(plan, 1, p.How)
	if err != nil {
		return err
	}
	column := table.Column(strings.TrimPrefix(o.best, "-"))
	for rank, row := range best {
		outcome, end, err := runner.Go(ctx, row.Job)
		if errors.Is(err, sweep.ErrInterrupted) {
			return err
		}
		if err != nil {
			return fmt.Errorf("sweep: run %d: %w", row.Job.Run, err)
		}
		wrote, err := p.keep(ctx, plan, row.Job, end, folder, rank+1, o.film)
		if len(wrote) == 0 {
			return err
		}
		x, was := outcome.Values[column], row.Outcome.Values[column]
		same := "as in the table"
		if x != was {
			same = fmt.Sprintf("and %.17g in the table, which another processor or program has made", was)
		}
		if _, err := fmt.Fprintf(p.Stdout, "%d. %s, %s: run %d\n   wrote %s\n", rank+1, valued(o.best, x), same, row.Job.Run, strings.Join(wrote, ", ")); err != nil {
			return told(err)
		}
		if err != nil {
			return err
		}
	}
	if o.view {
		line := terminal.NewLine(p.Stderr)
		lineup, err := runners.LineupOf(ctx, plan, folder, runners.Chosen{Best: o.best, Top: max(1, o.top)}, p.How, recording(line))
		line.Clear()
		if err != nil {
			return err
		}
		stop() // the window hears signals itself
		return p.View(whole, lineup)
	}
	return nil
}

// keep writes the files that repeat the run of a rank into a folder below that of its sweep, and a film of it
// if one is wanted. It returns the written files also with an error.
func (p Program) keep(ctx context.Context, plan *sweep.Plan, j *sweep.Job, end *runners.Ended, folder string, rank int, film bool) ([]string, error) {
	into, err := safefile.FolderIn(folder, fmt.Sprintf("%s/%d-%s", sweep.BestFolder, rank, j.ID))
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	wrote, err := keep(plan, j, end, into)
	if err != nil || !film {
		return wrote, err
	}
	f := Film{Scene: filepath.Join(into, "scene.toml"), Engine: runners.EngineOf(plan.Spec.Engine), Time: plan.Spec.Time, Steps: plan.Spec.Steps}
	if f.Precision, err = model.ParsePrecision(plan.Spec.Precision); err == nil {
		f.Out, err = safefile.FolderIn(into, "film")
	}
	if err == nil {
		err = p.Film(ctx, f)
	}
	if err != nil {
		return wrote, fmt.Errorf("sweep: the film of run %d: %w", j.Run, err)
	}
	return append(wrote, filepath.Join(f.Out, "video.mp4")), nil
}

// keep writes the scene, the settings and the last state of a run into a folder.
func keep(plan *sweep.Plan, j *sweep.Job, end *runners.Ended, into string) (wrote []string, err error) {
	written, err := plan.Base.Write(j.Settings)
	if err != nil {
		return nil, err
	}
	write := func(name, text string) {
		if err == nil {
			path := filepath.Join(into, name)
			wrote = append(wrote, path)
			err = safefile.WriteFile(path, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		}
	}
	write("scene.toml", fmt.Sprintf("# Run %d of many of %s, %s.\n\n%s", j.Run, plan.Spec.Scene, j.ID, written.Text))
	write("settings.txt", strings.Join(plan.Base.Lasting(j.Settings), "\n")+"\n")
	if err == nil {
		err = copyFiles(plan.Base.Folder(), into, written.Files)
	}
	if err != nil {
		return nil, err
	}
	final := filepath.Join(into, run.FinalName)
	if err := export.WriteFinal(final, &end.State); err != nil {
		return nil, err
	}
	return append(wrote, final), nil
}

// copyFiles copies the files that a scene names, and those beside them that differ by the
// extension alone: parts of one mesh.
func copyFiles(from, into string, names []string) error {
	for _, name := range names {
		folder := into
		if below := path.Dir(filepath.ToSlash(name)); below != "." {
			var err error
			if folder, err = safefile.FolderIn(into, below); err != nil {
				return fmt.Errorf("sweep: %w", err)
			}
		}
		entries, err := os.ReadDir(filepath.Join(from, filepath.Dir(name)))
		if err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		for _, entry := range entries {
			if !entry.Type().IsRegular() || strings.TrimSuffix(entry.Name(), filepath.Ext(entry.Name())) != stem {
				continue
			}
			if err := copyFile(filepath.Join(from, filepath.Dir(name), entry.Name()), filepath.Join(folder, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := safefile.Open(from)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	defer in.Close()
	return safefile.WriteFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
