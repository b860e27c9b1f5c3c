package meshfile

import (
	"slices"
	"strings"

	"hooke/mesh/format"
)

// UpNote is the note about a mesh that is as high along its y as others are along their
// z, when no option gives the axis that points up.
const UpNote = "z is taken as up; a mesh that comes from a program where y is up stands on its feet with up y"

// UpOf returns the default up axis of a mesh file: y for glTF, z for others.
func UpOf(name string) string {
	for _, f := range format.Formats() {
		has := func(extension string) bool { return strings.Contains(strings.ToLower(name), extension) }
		if f.Holds.Up && slices.ContainsFunc(f.Extensions, has) {
			return "y"
		}
	}
	return "z"
}
