package sweep

import (
	"fmt"

	"hooke/control/metrics"
)

// TableIn returns the table of the runs in the journals of a folder. A shard may find runs of others alone.
func TableIn(plan *Plan, folder string) (*Table, error) {
	outcomes, err := ReadJournals(folder, plan.Columns())
	if err != nil {
		return nil, err
	}
	table := TableOf(plan, outcomes)
	if whole := int64(len(plan.Jobs)) == plan.Spec.Runs*int64(plan.Spec.Repeat); whole && len(table.Rows) == 0 && len(outcomes) > 0 {
		return nil, fmt.Errorf("sweep: the %d runs in the journals of %s are not of this sweep, or another version of the program has made them; give another folder", len(outcomes), folder)
	}
	return table, nil
}

// Verdict returns an error where runs could not be made, or all diverged.
func (t *Table) Verdict() error {
	failed, diverged := 0, 0
	var first *TableRow
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case r.Outcome.Failed():
			if failed++; first == nil {
				first = r
			}
		case r.Outcome.Status == metrics.Diverged:
			diverged++
		}
	}
	switch {
	case failed > 0:
		return fmt.Errorf("sweep: %d of %d runs could not be made; run %d: %s\n(--redo failed runs them again)", failed, len(t.Rows), first.Job.Run, first.Outcome.Error)
	case diverged > 0 && diverged == len(t.Rows):
		return fmt.Errorf("sweep: all %d runs diverged; take a smaller step or softer springs (hooke info says the safe step)", diverged)
	}
	return nil
}
