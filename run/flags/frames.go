package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/run"
	"hooke/scene"
)

// Frames has the flags of the frames that a run writes. The zero value writes none.
type Frames struct {
	Formats   []string  // of scene.OutputNames
	Every     run.Every // between frames; the zero value: for 100 frames
	Reactions bool      // pictures and videos show the forces on contacts, pins and guides

	probes   []string // groups and masses that csv has columns of; nil: all together, and each group
	fields   []string // quantities that are written; nil: all that a format has
	float64s bool
	compress bool
}

// AddFormats adds the flag that names the formats of frames.
func (f *Frames) AddFormats(cmd *cobra.Command) {
	cmd.Flags().Var(List(&f.Formats, scene.OutputNames()), "save", "write frames as `formats`: "+strings.Join(scene.OutputNames(), ","))
}

// AddHow adds the flags that say how frames are written.
func (f *Frames) AddHow(cmd *cobra.Command) {
	ResultSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(List(&f.fields, scene.OutputFields()), "fields", "`quantities` of frames: "+strings.Join(scene.OutputFields(), ", ")+" (default: all of the format; reaction in pictures only)")
		set.BoolVar(&f.float64s, "float64", false, "write float64 numbers to final.npz, vtu, vtkhdf, npz, lammps and csv; single precision is widened")
		set.BoolVar(&f.compress, "compress", false, "compress vtu and vtkhdf by zlib, level 1")
		set.StringSliceVar(&f.probes, "probe", nil, "`groups` and masses with columns in csv (default: the whole structure and each group)")
	})
}

// AddEvery adds the flag that says when frames are written.
func (f *Frames) AddEvery(cmd *cobra.Command) {
	ResultSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(Every(&f.Every), "every", "`interval` between frames of --save, in steps, or in time as 0.01s (default: 100 frames)")
	})
}

// Float64 reports whether numbers are written as float64.
func (f *Frames) Float64() bool { return f.float64s }

// Outputs returns the outputs of the flags. The error names the flag that needs another one.
func (f *Frames) Outputs() (all []run.Output, err error) {
	has := func(what string) bool { return slices.Contains(f.Formats, what) }
	switch {
	case f.Every != (run.Every{}) && len(f.Formats) == 0:
		return nil, errors.New("--every: nothing is saved every so often; add --save, such as --save vtu")
	case f.fields != nil && len(f.Formats) == 0:
		return nil, errors.New("--fields: no frames are saved that could have them; add --save, such as --save vtu")
	case f.probes != nil && !has("csv"):
		return nil, errors.New("--probe: probes are columns of a table; add --save csv")
	case f.Reactions && !has("png") && !has("mp4"):
		return nil, errors.New("--reactions: they are shown in pictures and videos; add --save png or --save mp4")
	}
	for _, what := range f.Formats {
		out := run.Output{What: what, Every: f.Every}
		if what == "csv" {
			out.Probes = f.probes
		}
		if err := f.choose(&out); err != nil {
			return nil, err
		}
		if f.Reactions && (what == "png" || what == "mp4") {
			out.Fields = []string{"positions", "reaction"}
		}
		all = append(all, out)
	}
	return all, f.unused(all)
}

// choose gives an output the fields and numbers of the flags that its format has.
func (f *Frames) choose(out *run.Output) error {
	for _, format := range scene.OutputFormats() {
		if format.Name != out.What {
			continue
		}
		out.Float64, out.Compress = f.float64s && format.Float64, f.compress && format.Compress
		for _, field := range f.fields {
			if field == "reaction" && format.Name == "csv" {
				return errors.New("--fields reaction: csv needs the contact, pin or guide; name it in a scene file, with of in [[output]]")
			}
			if slices.Contains(format.Fields, field) {
				out.Fields = append(out.Fields, field)
			}
		}
		if f.fields != nil && out.Fields == nil {
			return fmt.Errorf("--fields: %s has none of %s; it has %s", out.What, strings.Join(f.fields, ", "), strings.Join(format.Fields, ", "))
		}
	}
	return nil
}

// unused returns an error that names a flag that no output follows.
func (f *Frames) unused(all []run.Output) error {
	for _, field := range f.fields {
		if !slices.ContainsFunc(all, func(o run.Output) bool { return slices.Contains(o.Fields, field) }) {
			return fmt.Errorf("--fields: %s is in none of the formats of --save (%s)", field, strings.Join(f.Formats, ", "))
		}
	}
	if f.compress && !slices.ContainsFunc(all, func(o run.Output) bool { return o.Compress }) {
		return errors.New("--compress: vtu and vtkhdf alone are compressed; add --save vtu")
	}
	return nil
}

// AddReactions adds the flag that shows forces on contacts, pins and guides.
func AddReactions(cmd *cobra.Command, on *bool) {
	PictureSection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(on, "reactions", false, "draw the forces on contacts, pins and guides as arrows with numbers")
	})
}
