package shaders

import (
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed layout.glsl laws members step impulses force contact collide meet ledger measure draw pick
var tree embed.FS

// Files are the shader files of this build, by their names alone. Folders are for readers:
// an #include, a Name and a test that changes a shader name a file without its folder.
func Files() fs.FS { return flat() }

// flat is made once; a test holds that no two folders have a file of the same name.
var flat = sync.OnceValue(func() byName {
	at := byName{}
	// An embedded tree can always be read.
	_ = fs.WalkDir(tree, ".", func(place string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			at[path.Base(place)] = place
		}
		return err
	})
	return at
})

// byName holds the place of each file in the tree.
type byName map[string]string

// Open opens a file by its name alone; "." is the folder of all files.
func (b byName) Open(name string) (fs.File, error) {
	if place, ok := b[name]; ok {
		return tree.Open(place)
	}
	if name == "." {
		return tree.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists all files, sorted by name; there is no other folder than ".".
func (b byName) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	var list []fs.DirEntry
	var faults []error
	for _, place := range b {
		info, err := fs.Stat(tree, place)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(list, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	return list, errors.Join(faults...)
}
