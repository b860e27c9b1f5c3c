package safefile

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Temps are the temporary files of a target that killed programs left behind. It
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

// isTemp says whether the rest of a name is what CreateTemp appends.
func isTemp(rest string) bool {
	number, ok := strings.CutSuffix(rest, ".tmp")
	if !ok || len(number) != 8 {
		return false
	}
	_, err := strconv.ParseUint(number, 16, 32)
	return err == nil
}

// Sweep removes the temporary files of targets.
func Sweep(targets ...string) {
	for _, target := range targets {
		for _, path := range Temps(target) {
			_ = Remove(path) // a file that cannot be removed does no harm
		}
	}
}

// Numbered is a file of a series of files, PREFIX000000012.EXTENSION.
type Numbered struct {
	Path   string
	Number int64
}

// Series are the files of a folder whose names are prefix, that many digits and
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

// entries are the names in a folder, sorted; none when it cannot be read.
func entries(folder string) (names []string) {
	list, _ := os.ReadDir(filepath.Clean(folder)) // the names before a fault count
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names
}
