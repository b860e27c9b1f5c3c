package sweep

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
)

// proofs is how many ids of journals are held against those that their jobs get now.
const proofs = 32

// readKnown reads the ids of jobs that have an outcome in the journals of the folder: the runs of this
// spec were judged when they were made. Ids say more than a spec does: the version of the program, and the contents of
// files that settings name. So nothing is known where a setting names a file, where a job has two ids, or where one of
// the proofs fails.
func (w *judge) readKnown() error {
	if w.Folder == "" || w.namesFiles() {
		return nil
	}
	same, err := w.sameSpec()
	if !same || err != nil {
		return err
	}
	outcomes, err := ReadJournals(w.Folder, w.Columns())
	if err != nil {
		return err
	}
	known := make(map[repeated]string, len(outcomes))
	var order []repeated
	for id, o := range outcomes {
		at := repeated{o.Run, o.Repeat}
		if o.Run >= w.Spec.Runs || o.Repeat >= w.Spec.Repeat || o.Failed() {
			continue
		}
		if known[at] != "" {
			return nil
		}
		known[at] = id
		order = append(order, at)
	}
	slices.SortFunc(order, func(a, b repeated) int { return cmp.Or(cmp.Compare(a.run, b.run), cmp.Compare(a.repeat, b.repeat)) })
	for k := range min(proofs, len(order)) {
		at := order[k*(len(order)-1)/max(1, min(proofs, len(order))-1)]
		j := Job{Run: at.run, Repeat: at.repeat, Values: w.points.Values(at.run)}
		if err := w.complete(&j); err != nil || j.ID != known[at] {
			return nil // a fault is told where all points are judged
		}
	}
	w.known = known
	return nil
}

// namesFiles reports whether settings may name files.
func (w *judge) namesFiles() bool {
	for i := range w.Spec.Vary {
		if w.Base.NamesFile(w.Spec.Vary[i].Key) {
			return true
		}
	}
	for _, setting := range w.Spec.Set {
		if w.Base.NamesFile(setting) {
			return true
		}
	}
	return false
}

// sameSpec reports whether the folder has this sweep, see Go.
func (w *judge) sameSpec() (bool, error) {
	path := filepath.Join(w.Folder, SpecName)
	if at, err := os.Lstat(path); err != nil || !at.Mode().IsRegular() {
		return false, nil // the folder has no journal yet
	}
	text, err := w.Text()
	if err != nil {
		return false, err
	}
	there, err := readAll(path, mostSpecBytes)
	if err != nil {
		return false, err
	}
	return FirstDifference(string(there), text, w.Spec.free()...) == "", nil
}
