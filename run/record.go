package run

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"

	"context"
	"encoding/json"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/preset"
)

// record holds the data of a run in a checkpoint, in addition to the engine's state.
type record struct {
	Hooke       string        `json:"hooke"`  // the program that wrote it
	Source      string        `json:"source"` // the preset, or the absolute path of the file
	Options     scene.Options `json:"options"`
	Drag        string        `json:"drag"`             // Options.DragHalfLife, which may be infinite
	Model       string        `json:"model"`            // fingerprint of model and parameters
	Steps       int64         `json:"steps"`            // in all
	Ledger      bool          `json:"ledger,omitempty"` // --energy
	EnergyEvery int64         `json:"energy_every"`
	Energies    string        `json:"energies"` // rows of energy.csv so far
	EnergyLast  int64         `json:"energy_last"`
	Judge       *Judge        `json:"judge,omitempty"`            // nil: as the scene starts
	Start       *float64      `json:"start_energy,omitempty"`     // [J], of records without a judge
	Available   *float64      `json:"available_energy,omitempty"` // [J]
	Shown       *shown        `json:"shown,omitempty"`            // by pictures so far; nil: the run draws none
	PNG         bool          `json:"png"`
	Pictures    *Pictures     `json:"pictures,omitempty"` // nil: as a window shows at first
	Float64     bool          `json:"float64,omitempty"`  // final.npz has float64
	Outputs     []output      `json:"outputs,omitempty"`
	Checkpoint  string        `json:"checkpoint"` // the flag

	Until *physics.Until `json:"until,omitempty"` // conditions that end the run early; nil: none
	Calm  *physics.Calm  `json:"calm,omitempty"`  // of Until, at the checkpoint
	Ended *physics.End   `json:"ended,omitempty"` // why the run ended before all its steps; nil: it did not
}

// newRecord returns the record of a run of a scene, without its energies.
func newRecord(o Options, s *scene.Scene, steps int64) (record, error) {
	out := record{
		Hooke: o.Program, Source: s.Source, Options: o.Choices, Drag: fmt.Sprint(o.Choices.DragHalfLife),
		Model: fingerprintOf(s), Steps: steps, Ledger: o.Energy, PNG: o.Picture, Float64: o.Float64, Checkpoint: o.Checkpoint.String(),
	}
	out.Options.DragHalfLife = 0
	if o.Pictures != (Pictures{}) {
		out.Pictures = &o.Pictures
	}
	if len(s.Until.Words) > 0 {
		out.Until = &s.Until
	}
	for _, file := range []*string{&out.Options.MassFile, &out.Options.Inputs} {
		if *file == "" {
			continue
		}
		var err error
		if *file, err = filepath.Abs(*file); err != nil {
			return out, err
		}
	}
	if !slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == s.Source }) {
		var err error
		if out.Source, err = filepath.Abs(s.Source); err != nil {
			return out, err
		}
	}
	return out, nil
}

func fingerprintOf(s *scene.Scene) string {
	sum := model.Fingerprint(s.Model, s.Params)
	return hex.EncodeToString(sum[:]) + s.Control.Fingerprint()
}

// draws reports whether a run draws pictures.
func (r *record) draws() bool { return r.PNG || slices.ContainsFunc(r.Outputs, output.drawn) }

// origin returns the text by which files of states name their run, so that they can be shown
// again: the part of a record that leads to its structure.
func (r record) origin() string {
	text, err := json.Marshal(record{Hooke: r.Hooke, Source: r.Source, Options: r.Options, Drag: r.Drag, Model: r.Model, Ledger: r.Ledger})
	if err != nil {
		return "" // it is made of plain numbers and texts: it never happens, and a file without is still one
	}
	return string(text)
}

// OriginOf returns the text by which a file of states names its structure: the array run,
// which OpenOrigin reads. choices are the options with which the scene was opened, and
// program is the name of the writing program. It fails if the folder of a relative path
// cannot be found.
func OriginOf(s *scene.Scene, choices scene.Options, program string) (string, error) {
	r, err := newRecord(Options{Choices: choices, Program: program}, s, 0)
	return r.origin(), err
}

// ReadOrigin returns the program that made a run, its preset or file, and the options of its scene; text is
// the result of OriginOf.
func ReadOrigin(text string) (program, source string, choices scene.Options, err error) {
	var of record
	err = json.Unmarshal([]byte(text), &of)
	return of.Hooke, of.Source, of.Options, err
}

// withOrigin returns the outputs of a run, each with the text that names the run.
func (r record) withOrigin(outputs []output) []output {
	outputs = slices.Clone(outputs)
	for i := range outputs {
		outputs[i].run = r.origin()
	}
	return outputs
}

// OpenOrigin builds the structure that a file of states names; text is the result of
// OriginOf. It uses How.Listener and Program of the options.
func OpenOrigin(ctx context.Context, path, text string, o Options) (*scene.Scene, error) {
	o = o.complete()
	var of record
	if err := json.Unmarshal([]byte(text), &of); err != nil {
		return nil, fmt.Errorf("%s: the record of its run is invalid: %w; name its structure with --of", path, err)
	}
	choices := of.Options
	if _, err := fmt.Sscan(of.Drag, &choices.DragHalfLife); err != nil {
		return nil, fmt.Errorf("%s: the record of its run is invalid: drag %q; name its structure with --of", path, of.Drag)
	}
	choices.StateGiven = true
	if err := of.readable(); err != nil {
		return nil, fmt.Errorf("%s: the structure of its run: %w; name it with --of", path, err)
	}
	s, err := Open(ctx, []string{of.Source}, choices, o.How.Listener)
	if err != nil {
		return nil, fmt.Errorf("%s: the structure of its run cannot be built again: %w; name it with --of", path, err)
	}
	s.Params.Ledger = of.Ledger
	if fingerprintOf(s) != of.Model {
		return nil, fmt.Errorf("%s: %s has changed since the run was made (by %s, this is %s): "+
			"bring it back, or name the structure with --of", path, of.Source, of.Hooke, o.Program)
	}
	s.Params.Ledger = false
	return s, nil
}
