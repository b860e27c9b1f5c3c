package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Temps returns the temporary files of a target that killed programs left behind. It
// compares names literally: characters of shell patterns have no special meaning.
func Temps(target string) (left []string) {
	folder, name := filepath.Split(target)
	for _, entry := range entries(folder) {
		if rest, ok := strings.CutPrefix(entry, "."+name+"."); ok && isTemp(rest) {
			left = append(left, folder+entry)
		}
	}
	return left
}

// isTemp reports whether the rest of a name is a suffix of CreateTemp.
func isTemp(rest string) bool {
	number, ok := strings.CutSuffix(rest, ".tmp")
	if !ok || len(number) != 8 {
		return false
	}
	_, err := strconv.ParseUint(number, 16, 32)
	return err == nil
}

// Sweep removes the temporary files of targets that no living program has open.
func Sweep(targets ...string) {
	for _, target := range targets {
		for _, path := range Temps(target) {
			removeLeft(path)
		}
	}
}

// SweepFolder removes all temporary files in a folder that no living program has open.
func SweepFolder(folder string) {
	for _, entry := range entries(folder) {
		const digits = len(".01234567.tmp")
		name, hidden := strings.CutPrefix(entry, ".")
		if at := len(name) - digits; hidden && at > 0 && name[at] == '.' && isTemp(name[at+1:]) {
			removeLeft(filepath.Join(folder, entry))
		}
	}
}

// removeLeft removes a temporary file whose program has ended. One whose program may live, or
// that is no plain file, stays.
func removeLeft(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	file, err := os.OpenFile(path, os.O_RDWR|notThrough|openAtOnce, 0)
	if err != nil {
		return
	}
	defer file.Close()
	if lock(file) == nil {
		_ = Remove(path) // a file that cannot be removed does no harm
	}
}

// claim locks a temporary file as long as it is open, and says whether it is still the file of
// that name: a program that cleans up may have removed it before it was locked.
func claim(file *os.File, temp string) bool {
	if err := lock(file); err != nil {
		return !errors.Is(err, errTaken) // without locks in the file system, nothing is cleaned up
	}
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(temp)
	return err == nil && os.SameFile(mine, there)
}

// Numbered is a file of a series of files, PREFIX000000012.EXTENSION.
type Numbered struct {
	Path   string
	Number int64
}

// Series returns the files of a folder whose names are prefix, that many digits and
// extension, in their order, and the temporary files of such names that were left
// behind.
func Series(folder, prefix string, digits int, extension string) (files []Numbered, temps []string) {
	number := func(name string) (int64, string, bool) {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok || len(rest) < digits {
			return 0, "", false
		}
		n, err := strconv.ParseUint(rest[:digits], 10, 63)
		rest, found := strings.CutPrefix(rest[digits:], extension)
		return int64(n), rest, err == nil && found
	}
	for _, entry := range entries(folder) {
		if n, rest, ok := number(entry); ok && rest == "" {
			files = append(files, Numbered{filepath.Join(folder, entry), n})
		}
		hidden, ok := strings.CutPrefix(entry, ".")
		if !ok {
			continue
		}
		if _, rest, ok := number(hidden); ok && strings.HasPrefix(rest, ".") && isTemp(rest[1:]) {
			temps = append(temps, filepath.Join(folder, entry))
		}
	}
	return files, temps
}

// entries returns the names in a folder, sorted; none when it cannot be read.
func entries(folder string) (names []string) {
	list, _ := os.ReadDir(filepath.Clean(folder)) // the names before a fault count
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names
}
