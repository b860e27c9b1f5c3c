package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hooke/mesh/scan"
	"hooke/model"
)

// openDump finds where the frames of a dump begin, in one pass.
func (t *Tape) openDump(size int64) error {
	begins, err := t.lookDump()
	if err != nil {
		return err
	}
	begins = append(begins, size)
	t.read = func(k int, f *model.Snapshot) error {
		part := io.NewSectionReader(t.file, begins[k], begins[k+1]-begins[k])
		found := false
		err := readDump(part, begins[k+1]-begins[k], func(read *model.Snapshot) error {
			found = true
			if len(read.Position) != t.masses {
				return fmt.Errorf("%d atoms; the first frame has %d", len(read.Position), t.masses)
			}
			f.Origin = read.Origin
			copy(f.Position, read.Position)
			copy(f.Velocity, read.Velocity)
			return nil
		})
		if err == nil && !found {
			err = errors.New("it has no atoms")
		}
		return err
	}
	if len(t.time) == 0 {
		return nil
	}
	return readDump(io.NewSectionReader(t.file, 0, begins[1]), begins[1], func(first *model.Snapshot) error {
		t.masses = len(first.Position)
		return nil
	})
}

// lookDump reads the numbers of all frames, and where each begins.
func (t *Tape) lookDump() (begins []int64, err error) {
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	const item = "ITEM: "
	at, in := int64(0), bufio.NewReaderSize(t.file, 1<<20)
	what := ""
	for {
		line, err := in.ReadSlice('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("after %d bytes: %w", at, err)
		}
		text := strings.TrimSpace(string(line[:min(len(line), 64)]))
		switch {
		case strings.HasPrefix(text, item):
			what = strings.TrimPrefix(text, item)
			if columns, ok := strings.CutPrefix(string(line), item+"ATOMS "); ok {
				words := strings.Fields(columns)
				t.moves = slices.Contains(words, "vx") && slices.Contains(words, "vy") && slices.Contains(words, "vz")
			}
			if what == "TIMESTEP" {
				begins = append(begins, at)
				t.time, t.step = append(t.time, math.NaN()), append(t.step, int64(len(begins)-1))
			}
		case what == "TIMESTEP" && len(begins) > 0:
			if step, err := strconv.ParseInt(text, 10, 64); err == nil {
				t.step[len(begins)-1] = step
			}
		}
		at += int64(len(line))
		if err == io.EOF {
			return begins, nil
		}
	}
}

// unpack decompresses a dump into a file without a name, which is gone when the tape is
// closed, so that any frame can be read.
func (t *Tape) unpack() (size int64, err error) {
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	z, err := scan.Gunzip(t.file)
	if err != nil {
		return 0, err
	}
	plain, err := os.CreateTemp("", "hooke-*.dump")
	if err != nil {
		return 0, err
	}
	if size, err = io.Copy(plain, z); err == nil {
		err = os.Remove(plain.Name()) // the system keeps it until it is closed
	}
	if err != nil {
		plain.Close()
		os.Remove(plain.Name())
		return 0, err
	}
	t.file.Close()
	t.file = plain
	return size, nil
}

// IsDump reports whether the name of a file is that of a LAMMPS dump, compressed or not.
func IsDump(path string) bool {
	extension := filepath.Ext(strings.TrimSuffix(strings.ToLower(path), ".gz"))
	return extension == ".dump" || extension == ".lammpstrj"
}
