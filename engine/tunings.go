package engine

import (
	"slices"
	"time"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/gpu/tune"
)

// tuningVersion is the version of the file of tunings.
const tuningVersion = 2

// tunings holds the measurements of earlier runs. An entry of the file counts only if this
// program knows the pipeline and size that it names.
type tunings struct{ *notebook[tuningEntry] }

type tuningEntry struct {
	tuningKey
	Pipeline  string    `json:"pipeline"`
	WorkGroup int       `json:"work_group"`
	Measured  time.Time `json:"measured"`
}

// openTunings reads the tunings in a folder; an empty folder means the user's cache folder.
// The result is usable even with an error, which says why the file is ignored.
func openTunings(folder string) (tunings, error) {
	n, err := openNotebook(folder, "tuning.json", tuningVersion, tuningEntry.known)
	return tunings{n}, err
}

// known reports whether the pipeline and size of an entry exist.
func (e tuningEntry) known() bool {
	pipeline, _, err := options.SplitPipeline(e.Pipeline)
	return err == nil && slices.Contains(gpu.Pipelines(), pipeline) && slices.Contains(gpu.WorkGroups(), e.WorkGroup) &&
		(e.Asked == 0 || e.Asked == e.WorkGroup)
}

// find returns the newest entry for a key; false without one.
func (t tunings) find(key tuningKey) (tuningEntry, bool) {
	return t.latest(func(e tuningEntry) bool { return e.tuningKey == key })
}

// keep stores a tuning.
func (t tunings) keep(key tuningKey, found tune.Result, now time.Time) error {
	return t.add(tuningEntry{key, found.Pipeline, found.WorkGroup, now.UTC().Truncate(time.Second)},
		func(e tuningEntry) bool { return e.tuningKey == key })
}
