package open

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"hooke/safefile"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// Base is a scene that is made many times, with other values of its keys: a scene file, or a
// preset as a scene file. It is frozen; goroutines may share it.
type Base struct {
	Name string // of the preset or the file, as the user gave it
	text []byte
}

// NewBase reads the scene file of that name, or writes out the preset. A mesh has no keys and is
// refused.
func NewBase(name string) (*Base, error) {
	b := &Base{Name: name}
	if p := preset.Of(name); p.Make != nil {
		text, err := toml.PresetText(name)
		if err != nil {
			return nil, err
		}
		b.text = []byte(text)
		return b, nil
	}
	if _, err := os.Stat(name); err != nil {
		return nil, unknown(name)
	}
	if !toml.IsScene(name) {
		return nil, fmt.Errorf("scene: %s is no scene file; write one that names it: [[mesh]] file = %q, and what is to change", name, filepath.Base(name))
	}
	text, err := toml.FileText(name)
	if err != nil {
		return nil, err
	}
	b.text = text
	return b, nil
}

// Folder is where the files of the scene are.
func (b *Base) Folder() string { return filepath.Dir(b.Name) }

// Judge finds faults of settings, KEY=VALUE, as far as they show without reading other files and
// without making the scene.
func (b *Base) Judge(settings []string) error { return toml.Judge(b.text, b.Name, settings) }

// Text is the scene file with settings written into it; see parse.Canonical.
func (b *Base) Text(settings []string) (string, error) {
	return parse.Canonical(b.text, b.Name, settings...)
}

// Numbers are the numbers of a key, as the scene has it with settings; see parse.NumbersAt.
func (b *Base) Numbers(path string, settings []string) ([]parse.Found, error) {
	return parse.NumbersAt(b.text, b.Name, path, settings...)
}

// Scene makes the scene with settings.
func (b *Base) Scene(settings []string) (*scene.Scene, error) {
	s, err := toml.OpenText(b.text, b.Name, toml.Options{Settings: settings})
	if err != nil {
		return nil, err
	}
	return tune.Finish(s, b.Name, scene.Options{}), nil
}

// Files are the names of the files that the scene names with settings, below its folder, each
// once.
func (b *Base) Files(settings []string) (names []string) {
	for _, name := range toml.FilesIn(b.text, b.Name, settings) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// HashFile is the SHA-256 of the contents of a file that the scene names.
func (b *Base) HashFile(name string) (sum [sha256.Size]byte, err error) {
	file, err := safefile.Open(filepath.Join(b.Folder(), name))
	if err != nil {
		return sum, fmt.Errorf("scene: %s: %w", b.Name, err)
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return sum, fmt.Errorf("scene: %s: %w", name, err)
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

// Digest is the SHA-256 of the scene without settings, and of the contents of the files that it
// names, in hexadecimal digits. Layout and comments of the scene file do not count.
func (b *Base) Digest() (string, error) {
	text, err := b.Text(nil)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %s", len(text), text)
	for _, name := range b.Files(nil) {
		one, err := b.HashFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x", name, one)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
