package play

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hooke/run"
	"hooke/scene"
	"hooke/scene/preset"
)

// Opening says how OpenRecord opens a name. The zero value takes the structure that a file of states names.
type Opening struct {
	Of      string        // preset or file whose structure the states have; empty: the one that their file names
	Choices scene.Options // of the structure that is named
	Run     run.Options   // How and Program are used; How.Listener hears notes
}

// chosen reports whether the choices are anything but the zero options.
func (o *Opening) chosen() bool { return o.Choices != scene.Options{} }

// OpenRecord opens a trajectory, a checkpoint, a final.npz, the folder of a run, or anything that can be run, as it
// starts. The caller closes the record. A choice that does not fit the file is a *run.OptionError.
func OpenRecord(ctx context.Context, name string, o Opening) (*Record, error) {
	if folder, err := os.Stat(name); err == nil && folder.IsDir() {
		if name, err = InFolder(name); err != nil {
			return nil, err
		}
	}
	isPreset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == name })
	checkpoint := strings.EqualFold(filepath.Ext(name), ".hooke")
	kind, text := KindOf(name)
	switch {
	case isPreset || kind == None && !checkpoint:
		if o.Of != "" {
			return nil, &run.OptionError{Option: "of", Reason: name + " is a structure of its own; leave it out, or give a trajectory or a final.npz"}
		}
		s, err := run.Open(ctx, []string{name}, o.Choices, o.Run.How.Listener)
		if err != nil {
			return nil, err
		}
		return AsItStarts(s), nil
	case checkpoint:
		if o.Of != "" || o.chosen() {
			return nil, &run.OptionError{Option: "of", Reason: name + ": a checkpoint knows its structure: leave it and flags of structures out"}
		}
		r, err := run.Reopen(ctx, name, o.Run)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return RecordNow(r, name)
	}
	s, err := o.structure(ctx, name, text)
	if err != nil {
		return nil, err
	}
	if kind == One {
		if s == nil {
			return nil, fmt.Errorf("%s: it does not say of which structure it is: name it with --of, such as --of lattice --springs 1M", name)
		}
		return OpenState(s, name)
	}
	x, err := OpenTape(s, name)
	if err == nil && s == nil {
		o.Run.How.Listener.Notef("note: %s does not name its structure: hooke shows masses without springs (name it with --of)", name)
	}
	return x, err
}

// structure returns the structure of the states in a file: that of o.Of, else the one that the file names by text; nil: neither
// names one.
func (o *Opening) structure(ctx context.Context, path, text string) (*scene.Scene, error) {
	switch {
	case o.Of != "":
		choices := o.Choices
		choices.StateGiven = true
		return run.Open(ctx, []string{o.Of}, choices, o.Run.How.Listener)
	case o.chosen():
		return nil, &run.OptionError{Option: "of", Reason: fmt.Sprintf("flags of a structure need --of, the preset or file that %s is of", path)}
	case text != "":
		return run.OpenOrigin(ctx, path, text, o.Run)
	}
	return nil, nil
}
