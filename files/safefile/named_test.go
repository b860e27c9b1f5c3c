//go:build linux

package safefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
)

// A file of ours is never written through a link, nor into a pipe, a device or a folder.
func TestOwnFilesFollowNoLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	victim := filepath.Join(elsewhere, "victim")
	must.Do(t, os.WriteFile(victim, []byte("precious"), 0o666))
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, to := range map[string]string{"link": victim, "nowhere": filepath.Join(elsewhere, "later"), "null": "/dev/null"} {
		must.Do(t, os.Symlink(to, at(name)))
	}
	must.Do(t, syscall.Mkfifo(at("pipe"), 0o600))
	must.Do(t, os.Mkdir(at("folder"), 0o777))
	before := filetest.Names(t, folder)
	for path, want := range map[string]string{at("link"): "is a link", at("nowhere"): "is a link", at("null"): "is a link",
		at("pipe"): "no plain file", at("folder"): "is a folder", "/dev/null": "no plain file"} {
		must.Say(t, path, WriteFile(path, text("mine")), want)
	}
	must.Be(t, filetest.Content(t, victim), "precious", "the file behind the link holds")
	must.Be(t, filetest.Names(t, elsewhere), "victim", "elsewhere there")
	if got := filetest.Names(t, folder); got != before {
		t.Errorf("the folder holds %s, and held %s", got, before)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		t.Fatalf("/dev/null is %v (%v)", info.Mode(), err)
	}
	if err := WriteFile(at("plain"), text("mine")); err != nil {
		t.Error(err)
	}
}

// A folder of ours is not made behind a link.
func TestFolderInFollowsNoLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	must.Do(t, os.Symlink(elsewhere, filepath.Join(folder, "door")))
	must.Do(t, os.WriteFile(filepath.Join(folder, "file"), nil, 0o666))
	for name, want := range map[string]string{"door": "is a link", "door/in": "is a link", "file/in": "file", "../x": "leads out", "/x": "absolute"} {
		if path, err := FolderIn(folder, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v, want %q", name, path, err, want)
		}
	}
	must.Be(t, filetest.Names(t, elsewhere), "", "behind the link there")
	for _, name := range []string{"a/b", "a", "a/b/c"} {
		path, err := FolderIn(folder, name)
		if info, there := os.Stat(filepath.Join(folder, name)); err != nil || there != nil || !info.IsDir() || path != filepath.Join(folder, name) {
			t.Errorf("%s: %s, %v, %v", name, path, err, there)
		}
	}
}

// A pipe without a reader is an error, where the system would wait for ever.
func TestPipeWithoutReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	want := path + ": cannot write: it is a pipe without a reader; start the reader first"
	if err := WriteNamed(path, text("lost")); err == nil || err.Error() != want {
		t.Errorf("a file: %v, want %s", err, want)
	}
	if _, err := CreatePart(path); err == nil || err.Error() != want {
		t.Errorf("a part: %v, want %s", err, want)
	}
}

// Temporary files go when their program has ended, and stay while it lives.
func TestSweepLeavesTheLiving(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	living := must.Get(Create(at("table.csv")))(t)
	defer living.Discard()
	killed := must.Get(Create(at("table.csv")))(t)
	killed.file.Close() // as the system does when it ends a program
	for name := range strings.SplitSeq(".table.csv.0123abcd.tmp .plot.svg.0123abcd.tmp .plot.svg.0123abc.tmp table.csv.0123abcd.tmp .0123abcd.tmp", " ") {
		must.Do(t, os.WriteFile(at(name), nil, 0o666))
	}
	must.Do(t, os.Symlink(at("nothing"), at(".plot.svg.89abcdef.tmp")))
	keeps := []string{living.temp, at(".plot.svg.0123abc.tmp"), at("table.csv.0123abcd.tmp"), at(".0123abcd.tmp"), at(".plot.svg.89abcdef.tmp")}
	check := func(after string, gone ...string) {
		t.Helper()
		for _, path := range keeps {
			must.Be(t, must.Err(os.Lstat(path)), nil, "after %s", after)
		}
		for _, path := range gone {
			if _, err := os.Lstat(path); err == nil {
				t.Errorf("after %s there is %s", after, path)
			}
		}
	}
	Sweep(at("table.csv"))
	check("Sweep", killed.temp, at(".table.csv.0123abcd.tmp"))
	SweepFolder(folder)
	check("SweepFolder", at(".plot.svg.0123abcd.tmp"))
	if err := living.Commit(); err != nil {
		t.Error(err)
	}
}
