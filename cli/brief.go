package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"hooke/scene"
)

// brief is what files of states say of their run, so that they can be shown again: of a
// record what leads to its structure.
func (r runRecord) brief() string {
	text, err := json.Marshal(runRecord{Hooke: r.Hooke, Source: r.Source, Options: r.Options, Drag: r.Drag, Model: r.Model, Ledger: r.Ledger})
	if err != nil {
		return "" // it is made of plain numbers and texts: it never happens, and a file without is still one
	}
	return string(text)
}

// told are outputs of a run, each with what it may say of it.
func (r runRecord) told(outputs []output) []output {
	outputs = slices.Clone(outputs)
	for i := range outputs {
		outputs[i].run = r.brief()
	}
	return outputs
}

// openBriefed builds the structure again of which a file says that it is of.
func (a App) openBriefed(ctx context.Context, path, text string) (*scene.Scene, error) {
	var record runRecord
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		return nil, fmt.Errorf("%s: what it says about its run is not understood: %w; name its structure with --of", path, err)
	}
	flags := modelFlags{options: record.Options}
	if _, err := fmt.Sscan(record.Drag, &flags.options.DragHalfLife); err != nil {
		return nil, fmt.Errorf("%s: what it says about its run is not understood: drag %q; name its structure with --of", path, record.Drag)
	}
	flags.options.StateGiven = true
	if err := record.readable(); err != nil {
		return nil, fmt.Errorf("%s: the structure of its run: %w; name it with --of", path, err)
	}
	s, err := a.open(ctx, &flags, []string{record.Source}, "")
	if err != nil {
		return nil, fmt.Errorf("%s: the structure of its run cannot be built again: %w; name it with --of", path, err)
	}
	s.Params.Ledger = record.Ledger
	if fingerprintOf(s) != record.Model {
		return nil, fmt.Errorf("%s: %s is not what it was when the run was made (by %s, this is %s): "+
			"bring it back, or name the structure with --of", path, record.Source, record.Hooke, versionText())
	}
	s.Params.Ledger = false
	return s, nil
}
