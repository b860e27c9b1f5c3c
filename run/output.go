package run

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/film"
	"hooke/run/export/grid"
	"hooke/scene"
	"hooke/scene/words"
)

// Output is a series of frames that a run writes.
type Output struct {
	What   string   // the format, one of Formats
	Every  Every    // interval between frames
	File   string   // below the folder of the run; empty: the default name of the format
	Groups []string // names of groups, whose masses are written; nil: all masses
	Fields []string // see export.Fields; nil: all; of pictures, "reaction" adds arrows of the forces on contacts, pins and guides
	Probes []string // groups and numbers of masses that csv has columns of; nil: all masses together, and each group
	Of     []string // of csv: the reactions of which it is the table, as measure.ParseReaction reads them; nil: it is a table of probes

	Float64  bool // write numbers in the engine's own precision, as float64; false: float32
	Compress bool // compress by zlib

	place scene.Place // where a scene file asks for it
}

// Every is an interval between frames, in steps or in simulated time [s]. The zero value lets
// the run choose.
type Every struct {
	Steps int64
	Time  float64
}

// savedFrames is about how many frames a run has by default.
const savedFrames = 100

// output is an Output in the form in which a checkpoint keeps it.
type output struct {
	What   string   `json:"what"`  // of Formats
	Every  int64    `json:"every"` // steps
	File   string   `json:"file"`  // below the output folder; a folder or the name of a series has no extension
	Groups []string `json:"groups,omitempty"`
	Fields []string `json:"fields,omitempty"`
	Probes []string `json:"probes,omitempty"` // groups and numbers of masses, of csv
	Of     []string `json:"of,omitempty"`     // reactions, of csv

	Float64  bool `json:"float64,omitempty"`
	Compress bool `json:"compress,omitempty"`

	Began    int64                  `json:"began,omitempty"`    // step at which a file of one piece began; 0: at the start of the run
	Progress *export.SeriesProgress `json:"progress,omitempty"` // how far it is at a checkpoint; nil: it cannot be continued
	LostBy   int64                  `json:"lost_by,omitempty"`  // step of the first checkpoint after frames could not be written; 0: none is known to be lost
	place    scene.Place            // where a scene file asks for it
	run      string                 // text about the run in files, in formats that can hold it; empty: no text
}

// in returns the interval in steps of dt [s]: the nearest whole number, at least 1.
func (e Every) in(dt float64, steps int64) int64 {
	switch {
	case e.Steps > 0:
		return e.Steps
	case e.Time > 0:
		return int64(max(1, min(math.Round(e.Time/dt), 1<<53)))
	}
	return (steps + savedFrames - 1) / savedFrames
}

// roundInterval is the part of an interval up to which frames come as often as was asked for.
const roundInterval = 1e-3

// note says how far apart frames are that are a whole number of steps of dt [s], where that is
// not the interval that was asked for; empty where it is.
func (e Every) note(dt float64) string {
	steps := e.in(dt, 1)
	real := float64(steps) * dt
	if e.Steps > 0 || e.Time == 0 || math.Abs(real-e.Time) <= roundInterval*e.Time {
		return ""
	}
	often := fmt.Sprintf("every %d steps", steps)
	if steps == 1 {
		often = "in every step"
	}
	fits := e.Time / math.Ceil(e.Time/dt*(1-1e-12)) // the largest dt up to this one of which the interval is a multiple
	return fmt.Sprintf("frames every %.4g s are asked for and are made %s of %.4g s, every %.4g s: --dt %.6g makes them as asked", e.Time, often, dt, real, fits)
}

// outputsOf returns the outputs that the options and the scene ask for, each with its file.
func outputsOf(o Options, s *scene.Scene, steps int64) ([]output, error) {
	wanted := slices.Clone(o.Outputs)
	for _, asked := range s.Outputs {
		wanted = append(wanted, Output{What: asked.What, Every: Every{Time: asked.Every}, File: asked.File, Groups: asked.Groups, Fields: asked.Fields, Of: asked.Of,
			Float64: asked.Float64, Compress: asked.Compress, place: asked.Place})
	}
	var all []output
	noted := make(map[string]bool)
	for _, w := range wanted {
		if note := w.Every.note(s.Params.DT); note != "" && !noted[note] {
			noted[note] = true
			o.How.Listener.Notef("note: %s", note)
		}
		out := w.output(w.Every.in(s.Params.DT, steps))
		if key, why := w.fault(); key != "" {
			return nil, out.place.Fault(&OptionError{"output " + out.What, key + ": " + why})
		}
		if frames := steps / out.Every; frames > mostRows {
			return nil, out.place.Fault(&OptionError{"output " + out.What, fmt.Sprintf("a frame each %d steps of %d makes %d frames; at most %d: save less often, see --every", out.Every, steps, frames, mostRows)})
		}
		all = append(all, out)
	}
	return all, nil
}

// Open starts to write frames of a scene from a source other than a run, such as a
// trajectory. Every then only sets the speed of a video. The caller closes the series.
func (o Output) Open(folder string, s *scene.Scene) (export.Series, error) {
	return o.output(o.Every.Steps).open(folder, s, 0, nil)
}

// output returns the output with a frame every given number of steps.
func (o Output) output(every int64) output {
	out := output{What: o.What, Every: every, File: o.File, Groups: o.Groups, Fields: o.Fields, Probes: o.Probes, Of: o.Of, Float64: o.Float64, Compress: o.Compress, place: o.place}
	out.File = out.name()
	return out
}

// fault returns the part of an output that its format does not support, as
// scene.OutputRequest does.
func (o Output) fault() (key, why string) {
	return scene.OutputRequest{What: o.What, Fields: o.Fields, Float64: o.Float64, Compress: o.Compress}.Fault()
}

// name returns the name of the file, with the extension of its format if it is one file, or
// the default name of the format.
func (out output) name() string {
	own := map[string]string{"vtu": "vtu", "ply": "ply", "obj": "obj", "png": "png", "vtkhdf": "frames.vtkhdf", "npz": "trajectory.npz", "lammps": "trajectory.dump", "csv": "probes.csv", "mp4": "video.mp4"}[out.What]
	if len(out.Of) > 0 {
		own = "reactions.csv"
	}
	extension := filepath.Ext(own)
	if out.File == "" {
		return own
	}
	name := filepath.Clean(out.File)
	switch given := strings.ToLower(filepath.Ext(name)); {
	case extension == "" && (given == "."+out.What || given == ".pvd"):
		return strings.TrimSuffix(name, filepath.Ext(name))
	case extension != "" && given == "":
		return name + extension
	}
	return name
}

// path returns where an output of a run goes. A file of one piece that began at a later step
// has that step in its name.
func (out output) path(folder string) string {
	path := filepath.Join(folder, out.File)
	if out.Began > 0 {
		extension := filepath.Ext(path)
		path = fmt.Sprintf("%s-from-%d%s", strings.TrimSuffix(path, extension), out.Began, extension)
	}
	return path
}

// open begins to write an output of a run to a folder, or continues it from a step.
// Files of one piece continue where they ended.
func (out output) open(folder string, s *scene.Scene, from int64, at *export.SeriesProgress) (export.Series, error) {
	groups, err := groupsOf(s.Model, out.Groups)
	if err != nil {
		return nil, err
	}
	masses := export.MassesOf(groups)
	path := out.path(folder)
	if err := makeFolderOf(path); err != nil {
		return nil, err
	}
	var one export.Series
	part, fields, how := s.Model, export.Fields(out.Fields), out.how()
	if out.What != "csv" {
		part = export.PartOf(s.Model, masses, s.Params)
	}
	switch out.What {
	case "vtu":
		one, err = grid.CreateVTUSeries(path, part, s.Params, from, fields, how)
	case "vtkhdf":
		one, err = grid.CreateVTKHDF(path, part, s.Params, fields, how, at)
	case "npz":
		var tape *export.TrajectoryNPZ
		if tape, err = export.CreateTrajectoryNPZ(path, export.ShapeOf(part), masses, fields, how, at); err == nil {
			tape.Run, one = out.run, tape
		}
	case "lammps":
		one, err = export.CreateDump(path, part, masses, fields, how, at)
	case "ply", "obj":
		one, err = grid.CreateSurfaceSeries(path, out.What, part)
	case "png":
		one, err = film.CreatePNGSeries(path, from)
	case "mp4":
		one, err = film.CreateVideo(path, VideoRate(float64(out.Every)*s.Params.DT), from, at)
	case "csv":
		if len(out.Of) > 0 {
			return export.CreateReactions(path, s.Model, s.Params, s.Pins, out.Of, at)
		}
		if groups == nil {
			groups = export.WholeAndGroups(s.Model)
		}
		if out.Probes != nil {
			if groups, err = probesOf(s.Model, out.Probes); err != nil {
				return nil, err
			}
		}
		return export.CreateProbes(path, s.Model, s.Params, groups, fields, how, at)
	default:
		return nil, fmt.Errorf("the format %q is unknown; known are %s", out.What, strings.Join(scene.OutputNames(), ", "))
	}
	if err != nil {
		return nil, err
	}
	return export.OfPart(one, s.Model, masses), nil
}

// groupsOf returns the groups of the given names.
func groupsOf(m *model.Model, names []string) (groups []model.Group, err error) {
	for _, name := range names {
		g, ok := m.Group(name)
		if !ok {
			return nil, errors.New(words.UnknownGroup(m, name))
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// probesOf returns the groups of the given names, and single masses by their numbers.
func probesOf(m *model.Model, names []string) (probes []model.Group, err error) {
	for _, name := range names {
		if number, err := strconv.ParseUint(name, 10, 32); err == nil {
			if number >= uint64(m.MassCount()) {
				return nil, fmt.Errorf("mass %d does not exist; masses are numbered 0 to %d", number, m.MassCount()-1)
			}
			probes = append(probes, model.Group{Name: name, Masses: []uint32{uint32(number)}})
			continue
		}
		groups, err := groupsOf(m, []string{name})
		if err != nil {
			return nil, err
		}
		probes = append(probes, groups...)
	}
	return probes, nil
}

// VideoRate returns the frames per second of a video whose frames are apart in simulated time
// [s]: real time, between 10 and 60.
func VideoRate(apart float64) float64 { return max(10, min(60, 1/apart)) }

// drawn reports whether an output consists of pictures.
func (out output) drawn() bool { return out.What == "png" || out.What == "mp4" }

// full reports whether an output takes frames in all of the engine's precision.
func (out output) full() bool { return len(out.Of) > 0 || out.Float64 }

// how returns how the numbers of an output are written.
func (out output) how() export.Numbers {
	return export.Numbers{Float64: out.Float64, Compress: out.Compress}
}
