package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/gpu/tune"
)

// The file of tunings. A file of another version is ignored, and replaced later.
const (
	tuningVersion = 1
	tuningMost    = 200     // largest number of entries; the oldest go
	tuningBytes   = 1 << 20 // a longer file is not one of this program
)

// tunings are the measurements of earlier runs. An entry of the file counts only if
// this program knows what it names.
type tunings struct {
	path    string // empty: there is no folder to remember them in
	missing error  // why path is empty
	entries []tuningEntry
}

type tuningEntry struct {
	tuningKey
	Pipeline  string    `json:"pipeline"`
	WorkGroup int       `json:"work_group"`
	Measured  time.Time `json:"measured"`
}

type tuningFile struct {
	Version int           `json:"version"`
	Entries []tuningEntry `json:"entries"`
}

// openTunings reads the tunings of a folder; empty: of the user's cache folder. The
// result can be used even after an error, which says why the file is ignored.
func openTunings(folder string) (*tunings, error) {
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return &tunings{missing: err}, nil
		}
		folder = filepath.Join(cache, "hooke")
	}
	t := &tunings{path: filepath.Join(folder, "tuning.json")}
	about, err := os.Stat(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	foreign := func(format string, args ...any) (*tunings, error) {
		return t, fmt.Errorf("%s: %w: %s", t.path, errForeign, fmt.Sprintf(format, args...))
	}
	switch {
	case err != nil:
		return foreign("%v", err)
	case !about.Mode().IsRegular():
		return foreign("it is not a file")
	case about.Size() > tuningBytes:
		return foreign("it has %d bytes, at most %d are expected", about.Size(), tuningBytes)
	}
	text, err := os.ReadFile(t.path)
	if err != nil {
		return foreign("%v", err)
	}
	var file tuningFile
	if err := json.Unmarshal(text, &file); err != nil {
		return foreign("it is not the JSON that hooke writes (%v)", err)
	}
	if file.Version != tuningVersion {
		return foreign("it has version %d, this is version %d", file.Version, tuningVersion)
	}
	t.entries = slices.DeleteFunc(file.Entries, func(e tuningEntry) bool { return !e.known() })
	if wrong := len(file.Entries) - len(t.entries); wrong > 0 {
		return t, fmt.Errorf("%s: %d entries name what this hooke does not know, and are ignored", t.path, wrong)
	}
	return t, nil
}

// known says whether an entry names a pipeline and a size that exist.
func (e tuningEntry) known() bool {
	pipeline, _, err := options.SplitPipeline(e.Pipeline)
	return err == nil && slices.Contains(gpu.Pipelines(), pipeline) && slices.Contains(gpu.WorkGroups(), e.WorkGroup) &&
		(e.Asked == 0 || e.Asked == e.WorkGroup)
}

// find is the newest entry for a key; false: there is none.
func (t *tunings) find(key tuningKey) (tuningEntry, bool) {
	for _, e := range slices.Backward(t.entries) {
		if e.tuningKey == key {
			return e, true
		}
	}
	return tuningEntry{}, false
}

// keep remembers a tuning. It replaces the whole file, so that a reader sees either the
// old file or the new one.
func (t *tunings) keep(key tuningKey, found tune.Result, now time.Time) error {
	if t.path == "" {
		return t.missing
	}
	entries := slices.DeleteFunc(t.entries, func(e tuningEntry) bool { return e.tuningKey == key })
	entries = append(entries, tuningEntry{key, found.Pipeline, found.WorkGroup, now.UTC().Truncate(time.Second)})
	t.entries = entries[max(0, len(entries)-tuningMost):]
	text, err := json.MarshalIndent(tuningFile{tuningVersion, t.entries}, "", "\t")
	if err != nil {
		return err
	}
	folder := filepath.Dir(t.path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(folder, "tuning-*.json")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), t.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
