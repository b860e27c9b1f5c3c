package scene

import (
	"fmt"
	"slices"
	"strings"
)

// OutputRequest is a file, or a series of files, that a scene file asks a run to write.
type OutputRequest struct {
	What   string   // the format, one of OutputFormats
	Every  float64  // simulated time between frames [s], > 0
	File   string   // below the output folder; empty: the format's own name
	Groups []string // names of groups whose masses are written; nil: all masses
	Fields []string // positions, velocity, strain, force, energy, reaction; nil: all of the format except reaction
	Of     []string // for reaction: the bodies, as measure.ParseReaction reads them; nil otherwise

	Float64  bool // write numbers in the engine's own precision as float64; false: float32
	Compress bool // compress by zlib

	Place Place // position of the request in a scene file
}

// OutputFormat describes a format in which a run writes frames.
type OutputFormat struct {
	Name     string
	Fields   []string // the quantities that it can write
	Float64  bool     // whether it can write float64
	Compress bool     // whether it can be compressed
}

// OutputFormats returns all formats of frames.
func OutputFormats() []OutputFormat {
	moving := []string{"positions", "velocity"}
	springs := append(moving[:2:2], "strain", "force")
	return []OutputFormat{
		{"vtu", springs, true, true},
		{"vtkhdf", springs, true, true},
		{"npz", moving, true, false},
		{"lammps", moving, true, false},
		{"ply", moving[:1], false, false},
		{"obj", moving[:1], false, false},
		{"csv", append(moving[:2:2], "energy", "reaction"), true, false},
		{"png", []string{"positions", "reaction"}, false, false},
		{"mp4", []string{"positions", "reaction"}, false, false},
	}
}

// OutputNames returns the names of all formats of frames.
func OutputNames() (names []string) {
	for _, f := range OutputFormats() {
		names = append(names, f.Name)
	}
	return names
}

// OutputFields returns the names of the quantities that any format can write.
func OutputFields() []string {
	return []string{"positions", "velocity", "strain", "force", "energy", "reaction"}
}

// Fault returns the key of a request that its format does not support, and the reason; both
// are empty for a valid request and for an unknown format.
func (o OutputRequest) Fault() (key, why string) {
	all := OutputFormats()
	i := slices.IndexFunc(all, func(f OutputFormat) bool { return f.Name == o.What })
	if i < 0 {
		return "", ""
	}
	format, having := all[i], func(has func(OutputFormat) bool) string {
		var names []string
		for _, f := range all {
			if has(f) {
				names = append(names, f.Name)
			}
		}
		return strings.Join(names, ", ")
	}
	for _, field := range o.Fields {
		if !slices.Contains(format.Fields, field) {
			last := len(format.Fields) - 1
			known := format.Fields[last]
			if last > 0 {
				known = strings.Join(format.Fields[:last], ", ") + " and " + known
			}
			return "fields", fmt.Sprintf("%s has no field %q; it has %s", o.What, field, known)
		}
	}
	switch {
	case o.Float64 && !format.Float64:
		return "float64", fmt.Sprintf("%s is not written in float64; %s can be", o.What, having(func(f OutputFormat) bool { return f.Float64 }))
	case o.Compress && !format.Compress:
		return "compress", fmt.Sprintf("%s is not compressed by compress; %s can be", o.What, having(func(f OutputFormat) bool { return f.Compress }))
	}
	return "", ""
}
