package run

import (
	"fmt"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/film"
	"hooke/run/export/grid"
	"hooke/scene"
)

// onePiece reports whether an output is one file with all frames.
func (out output) onePiece() bool {
	switch out.What {
	case "vtkhdf", "npz", "lammps", "csv", "mp4":
		return true
	}
	return false
}

// fileSeries are files whose names end with the numbers of their steps.
type fileSeries struct{ folder, prefix, extension string }

// series returns the numbered files of an output in a folder.
func (out output) series(folder string) []fileSeries {
	path := out.path(folder)
	switch out.What {
	case "vtu":
		return []fileSeries{{path, "frame-", ".vtu"}, {path, "surface-", ".vtu"}}
	case "ply", "obj", "png":
		return []fileSeries{{path, "frame-", "." + out.What}}
	case "mp4":
		return []fileSeries{{film.FramesOf(path), "frame-", ".png"}}
	}
	return nil
}

// files returns the files of an output that have fixed names, in a folder.
func (out output) files(folder string) []string {
	switch path := out.path(folder); out.What {
	case "vtu":
		return []string{path + ".pvd"}
	case "vtkhdf":
		return []string{path, grid.VTKHDFSurface(path)}
	case "ply", "obj", "png":
		return nil
	default:
		return []string{path}
	}
}

// sweep removes the files that a killed run left incomplete.
func (out output) sweep(folder string) {
	for _, s := range out.series(folder) {
		_, temps := safefile.Series(s.folder, s.prefix, 9, s.extension)
		for _, path := range temps {
			_ = safefile.Remove(path) // a file that cannot be removed does no harm
		}
	}
	safefile.Sweep(out.files(folder)...)
}

// oldFiles returns the files that an earlier run may have left.
func (out output) oldFiles(folder string) (files []string) {
	for _, s := range out.series(folder) {
		there, _ := safefile.Series(s.folder, s.prefix, 9, s.extension)
		for _, file := range there {
			files = append(files, file.Path)
		}
	}
	for _, path := range out.files(folder) {
		files = append(files, path)
		if out.onePiece() {
			files = append(files, export.PartsOf(path)...)
		}
	}
	return files
}

// complete reports whether a file of one piece is complete, in a folder.
func (out output) complete(folder string) bool {
	if out.What == "mp4" {
		return film.WholeVideo(out.path(folder), out.Progress.Frames)
	}
	return export.Whole(out.path(folder))
}

// memory returns the memory of an output in addition to its frames [bytes], as far as it
// grows with the structure: evaluated springs, and a part of the structure.
func (out output) memory(m *model.Model) int64 {
	if out.What != "vtu" && out.What != "vtkhdf" {
		return 0
	}
	bytes := grid.Memory(m, out.how())
	if groups, err := groupsOf(m, out.Groups); out.Groups != nil && err == nil {
		masses := export.MassesOf(groups)
		// A part of a model has its own arrays, and at most as many springs for each mass.
		bytes = (bytes + m.HostBytes()) / int64(max(1, m.MassCount())) * int64(len(masses))
	}
	if out.What == "vtkhdf" {
		bytes += grid.TapeMemory(m)
	}
	return bytes
}

// OutputMemory is the memory for the outputs of a run [bytes], in addition to the model, the
// engine and, for pictures and videos, drawing.
type OutputMemory struct {
	Frame   int64          `json:"frame"`   // one frame to be written
	Queue   int64          `json:"queue"`   // frames that may wait when memory is short; more otherwise
	Formats []FormatMemory `json:"formats"` // of each output
}

// FormatMemory is the memory that an output needs in addition to frames: evaluated springs,
// and blocks to be written. Zero means that none of it grows with the structure.
type FormatMemory struct {
	Format string `json:"format"`
	Bytes  int64  `json:"bytes"`
}

// MemoryOfOutputs returns the memory for the given outputs and those of a scene; nil without
// outputs.
func MemoryOfOutputs(s *scene.Scene, asked []Output) (*OutputMemory, error) {
	outputs, err := outputsOf(Options{Outputs: asked}, s, 1)
	if err != nil || len(outputs) == 0 {
		return nil, err
	}
	of := memoryOf(s.Model, outputs)
	return &of, nil
}

func memoryOf(m *model.Model, outputs []output) (of OutputMemory) {
	full := slices.ContainsFunc(outputs, output.full)
	of.Frame, of.Queue = export.FrameMemory(m.MassCount(), full), export.QueueMemory(m.MassCount(), full)
	for _, out := range outputs {
		of.Formats = append(of.Formats, FormatMemory{out.What, out.memory(m)})
	}
	return of
}

// askMemory refuses outputs for which no memory is left: the error tells how much they need.
func askMemory(m *model.Model, outputs []output) error {
	if len(outputs) == 0 {
		return nil
	}
	of := memoryOf(m, outputs)
	bytes := of.Queue
	var names []string
	for _, f := range of.Formats {
		bytes += f.Bytes
		names = append(names, f.Format)
	}
	err := memory.Ask(bytes, "frames of %d masses and %d springs as %s", m.MassCount(), m.SpringCount(), strings.Join(names, ", "))
	if err != nil {
		return fmt.Errorf("outputs: %w; save fewer formats, a group, or float32", err)
	}
	return nil
}

// begins reports whether an output has something to write in a run from a step to another,
// and from where its file continues; nil when it begins anew.
func (out *output) begins(folder string, from, steps int64) (at *export.SeriesProgress, open bool) {
	if from == 0 {
		return nil, true
	}
	framesLeft := steps-steps%out.Every > from
	switch {
	case !out.onePiece():
		return nil, from < steps // it continues in the files it has
	case out.Progress != nil:
		return out.Progress, framesLeft || !out.complete(folder)
	case out.What != "mp4": // the pictures of a video are files of their own, as those of a series are
		out.Began = from
	}
	return nil, framesLeft
}
