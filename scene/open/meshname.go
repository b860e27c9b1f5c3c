package open

import (
	"slices"

	"hooke/scene/preset"
	"hooke/scene/toml"
)

// IsMeshFile says whether Open takes a name for a file that Options.Up turns: neither a
// preset nor a scene file.
func IsMeshFile(name string) bool {
	return !slices.Contains(preset.Names(), name) && !toml.IsScene(name)
}
