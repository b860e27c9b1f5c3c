package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// notebook is a file of results that runs remember about devices. It never stops a run: a
// file that this program did not write is ignored, and replaced later.
type notebook[E any] struct {
	path    string // empty: there is no folder to remember in
	missing error  // why path is empty
	version int    // a file of another version is ignored
	entries []E
}

// The bounds of a file of entries.
const (
	noteMost  = 200     // largest number of entries; the oldest go
	noteBytes = 1 << 20 // a longer file is not one of this program
)

// noteFile is the file as JSON.
type noteFile[E any] struct {
	Version int `json:"version"`
	Entries []E `json:"entries"`
}

// openNotebook reads the file of that name in a folder; an empty folder means hooke in the
// user's cache folder. It ignores entries that known rejects. The result is usable even with
// an error, which says why the file or entries are ignored.
func openNotebook[E any](folder, name string, version int, known func(E) bool) (*notebook[E], error) {
	t := &notebook[E]{version: version}
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.missing = err
			return t, nil
		}
		folder = filepath.Join(cache, "hooke")
	}
	t.path = filepath.Join(folder, name)
	about, err := os.Stat(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	foreign := func(format string, args ...any) (*notebook[E], error) {
		return t, fmt.Errorf("%s: %w: %s", t.path, errForeign, fmt.Sprintf(format, args...))
	}
	switch {
	case err != nil:
		return foreign("%v", err)
	case !about.Mode().IsRegular():
		return foreign("it is not a file")
	case about.Size() > noteBytes:
		return foreign("it has %d bytes, at most %d are expected", about.Size(), noteBytes)
	}
	text, err := os.ReadFile(t.path)
	if err != nil {
		return foreign("%v", err)
	}
	var file noteFile[E]
	if err := json.Unmarshal(text, &file); err != nil {
		return foreign("it is not the JSON that hooke writes (%v)", err)
	}
	if file.Version != version {
		return foreign("it has version %d, this is version %d", file.Version, version)
	}
	t.entries = slices.DeleteFunc(file.Entries, func(e E) bool { return !known(e) })
	if wrong := len(file.Entries) - len(t.entries); wrong > 0 {
		return t, fmt.Errorf("%s: %d entries are unknown to this hooke, and are ignored", t.path, wrong)
	}
	return t, nil
}

// latest returns the newest entry for which has is true; false without one.
func (t *notebook[E]) latest(has func(E) bool) (E, bool) {
	for _, e := range slices.Backward(t.entries) {
		if has(e) {
			return e, true
		}
	}
	var none E
	return none, false
}

// add stores an entry and removes those that it replaces. It replaces the whole file, so that
// a reader sees either the old file or the new one.
func (t *notebook[E]) add(e E, replaces func(E) bool) error {
	if t.path == "" {
		return t.missing
	}
	entries := append(slices.DeleteFunc(t.entries, replaces), e)
	t.entries = entries[max(0, len(entries)-noteMost):]
	text, err := json.MarshalIndent(noteFile[E]{t.version, t.entries}, "", "\t")
	if err != nil {
		return err
	}
	folder := filepath.Dir(t.path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(folder, "hooke-*.json")
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
