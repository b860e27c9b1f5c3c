package open

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hooke/files/safefile"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// Base is a scene that is made many times, with other values of its keys: a scene file, or a
// preset as a scene file. It is frozen; goroutines may share it.
type Base struct {
	Name   string // of the preset or the file, as the user gave it
	source *toml.Source
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
		b.source = toml.NewSource([]byte(text), name)
		return b, nil
	}
	if _, err := os.Stat(name); err != nil {
		return nil, unknown(name)
	}
	if !toml.IsScene(name) {
		return nil, fmt.Errorf("scene: %s is no scene file; write a scene file with [[mesh]] file = %q and the changed keys", name, filepath.Base(name))
	}
	text, err := toml.FileText(name)
	if err != nil {
		return nil, err
	}
	b.source = toml.NewSource(text, name)
	return b, nil
}

// Folder returns where the files of the scene are.
func (b *Base) Folder() string { return filepath.Dir(b.Name) }

// Judge finds faults of settings, KEY=VALUE, as far as they show without reading other files and
// without making the scene.
func (b *Base) Judge(settings []string) (toml.Written, error) { return b.source.Judge(settings) }

// Write writes the scene file with settings into it; see parse.Canonical.
func (b *Base) Write(settings []string) (toml.Written, error) { return b.source.Write(settings) }

// NamesFile reports whether a key, or the key of a setting, may hold the name of a file.
func (b *Base) NamesFile(path string) bool { return toml.NamesFile(path) }

// Overwritten returns the settings that later ones overwrite; see parse.Source.
func (b *Base) Overwritten(settings []string) []parse.Overwrite {
	return b.source.Overwritten(settings)
}

// Lasting returns the settings without those that later ones overwrite.
func (b *Base) Lasting(settings []string) []string {
	drop := map[int]bool{}
	for _, w := range b.Overwritten(settings) {
		drop[w.Setting] = true
	}
	var out []string
	for i, line := range settings {
		if !drop[i] {
			out = append(out, line)
		}
	}
	return out
}

// Numbers returns the numbers of a key, as the scene has it with settings; see parse.NumbersAt.
func (b *Base) Numbers(path string, settings []string) ([]parse.Found, error) {
	return b.source.Numbers(path, settings)
}

// Scene makes the scene with settings.
func (b *Base) Scene(settings []string) (*scene.Scene, error) {
	s, err := b.source.Open(toml.Options{Settings: settings, Layered: true})
	if err != nil {
		return nil, err
	}
	return tune.Finish(s, b.Name, scene.Options{}), nil
}

// Vary makes the scene with settings, and a function that makes it with other numbers in
// them; nil if each must be made by itself.
func (b *Base) Vary(settings []string) (*toml.Varied, error) { return b.source.Vary(settings) }

// HashFile returns the SHA-256 of the contents of a file that the scene names.
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

// Digest returns the SHA-256 of the scene without settings, and of the contents of the files that it
// names, in hexadecimal digits. Layout and comments of the scene file do not count.
func (b *Base) Digest() (string, error) {
	all, err := b.Write(nil)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %s", len(all.Text), all.Text)
	for _, name := range all.Files {
		one, err := b.HashFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x", name, one)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
