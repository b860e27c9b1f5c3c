package open

import (
	"slices"

	"hooke/scene/preset"
	"hooke/scene/toml"
)

// IsMeshFile reports whether Open takes a name for a mesh file, which Options.Up turns: the
// name of neither a preset nor a scene file.
func IsMeshFile(name string) bool {
	return !slices.Contains(preset.Names(), name) && !toml.IsScene(name)
}
