package open

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"hooke/mesh"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/preset"
	"hooke/scene/toml"
	"hooke/scene/tune"
	"hooke/scene/words"
)

// ErrUnknown says that a name is neither a preset nor a file.
var ErrUnknown = errors.New("neither a preset nor a file")

// Scene makes the named preset, or reads the file at that path. A preset's name goes
// before a file's, so write ./cube for a file called cube. A file is a scene file (.toml,
// see docs/scene.md) or a mesh; a scene file takes only the options of a run. Zero
// options mean the recipe's own numbers. Faults of the options are *OptionError, one or
// several joined; an error about an unknown name wraps ErrUnknown.
func Scene(nameOrPath string, o scene.Options) (*scene.Scene, error) {
	s, err := one(nameOrPath, o)
	if err != nil {
		return nil, err
	}
	return s, replay(s, o)
}

// one returns Scene without recorded inputs.
func one(nameOrPath string, o scene.Options) (*scene.Scene, error) {
	if p := preset.Of(nameOrPath); p.Make != nil {
		return openPreset(p, o)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	info, err := os.Stat(nameOrPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, unknown(nameOrPath)
	case err != nil:
		return nil, fmt.Errorf("scene: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("scene: %s is a folder; name a mesh file in it (such as .obj, .stl or .ply) or a preset (%s)",
			nameOrPath, strings.Join(preset.Names(), ", "))
	}
	if toml.IsScene(nameOrPath) {
		if err := o.OnlyFor(nameOrPath, []string{"set"}); err != nil {
			return nil, err
		}
		s, err := toml.Open(nameOrPath, optionsOf(o))
		if err != nil {
			return nil, err
		}
		return tune.Finish(s, nameOrPath, o), nil
	}
	if err := o.OnlyFor(nameOrPath, scene.FileOptions()); err != nil {
		return nil, err
	}
	s, err := meshfile.Open(nameOrPath, o)
	if err != nil {
		return nil, err
	}
	return finishMesh(s, nameOrPath, o)
}

// finishMesh fills in the parts that a scene of a mesh shares with others.
func finishMesh(s *scene.Scene, source string, o scene.Options) (*scene.Scene, error) {
	if err := tune.CollideAsAsked(s, o); err != nil {
		return nil, err
	}
	return tune.Finish(s, source, o), nil
}

// Mesh makes a scene of a mesh that a program has read or made itself, as Scene does of a mesh file, under a name for
// people. It takes over the mesh. adjust changes the parameters before a step is chosen for them; nil: nothing does.
func Mesh(file *mesh.File, name string, o scene.Options, adjust func(s *scene.Scene)) (*scene.Scene, error) {
	if err := errors.Join(o.Validate(), o.OnlyFor(name, scene.FileOptions())); err != nil {
		return nil, err
	}
	s, err := meshfile.FromFile(file, name, o)
	if err != nil {
		return nil, err
	}
	if adjust != nil {
		adjust(s)
	}
	if s, err = finishMesh(s, name, o); err != nil {
		return nil, err
	}
	return s, replay(s, o)
}

// openPreset makes a preset, by its scene file where keys of that have other values.
func openPreset(p preset.Preset, o scene.Options) (*scene.Scene, error) {
	if o.Set == "" {
		return p.Open(o)
	}
	if err := o.OnlyFor(p.Name, append([]string{"set"}, p.Accepts...)); err != nil {
		return nil, err
	}
	plain := o
	plain.Set, plain.ByPattern = "", false
	s, err := toml.OpenPreset(p.Name, plain, optionsOf(o))
	if err != nil {
		return nil, err
	}
	return tune.Finish(s, p.Name, o), nil
}

// optionsOf returns the options that a scene file takes.
func optionsOf(o scene.Options) toml.Options {
	out := toml.Options{Placed: o.StateGiven, Collide: o.Collide}
	if o.Set != "" {
		out.Settings = strings.Split(o.Set, "\n")
	}
	return out
}

// unknown returns the error for a name that is neither a preset nor a file, with a guess.
func unknown(name string) error {
	guess := ""
	best := 3 // a name with three wrong letters or more is another word
	for _, preset := range preset.Names() {
		if d := words.EditDistance(strings.ToLower(name), preset); d < best && d < len(preset)-1 {
			best, guess = d, fmt.Sprintf("; did you mean %q?", preset)
		}
	}
	return fmt.Errorf("scene: %q is %w%s; presets: %s; files: scenes (.toml) and meshes such as .obj, .stl and .ply",
		name, ErrUnknown, guess, strings.Join(preset.Names(), ", "))
}
