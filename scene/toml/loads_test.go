package toml

import (
	"slices"
	"testing"

	"hooke/model"
)

// Every load, guide and wind of a run can be asked for in a scene file.
func TestEveryLoadHasATableOrANumber(t *testing.T) {
	missing := func(tables []loadTable) (names []string) {
		for _, term := range model.Terms(model.LoadTerm, model.WindTerm, model.GuideTerm, model.DragTerm) {
			if !slices.ContainsFunc(tables, func(l loadTable) bool { return l.name == term.Name }) &&
				!slices.ContainsFunc(runNumbers, func(n runNumber) bool { return n.term == term.Name }) {
				names = append(names, term.Name)
			}
		}
		return names
	}
	if got := missing(loadTables); len(got) > 0 {
		t.Errorf("scene files have no %v", got)
	}
	if got := missing(loadTables[1:]); !slices.Equal(got, []string{"force"}) {
		t.Errorf("without its table: %v are missing, want force", got)
	}
}
