package export

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
)

// remember reads the moments and the torn springs of the frames that exist.
func (t *TrajectoryNPZ) remember(at *SeriesProgress) error {
	for i, s := range t.spools {
		if want := t.frameBytes(&t.spools[i]) * at.Frames; at.Parts[i].Bytes != want {
			return fmt.Errorf("%s %w: %s of %d frames take %d bytes, not %d", t.path, safefile.ErrGone, s.name, at.Frames, want, at.Parts[i].Bytes)
		}
	}
	bytes := at.Parts[len(t.spools)].Bytes
	if bytes != momentBytes*at.Frames {
		return fmt.Errorf("%s %w: it has the moments of %d frames, not %d", t.path, safefile.ErrGone, bytes/momentBytes, at.Frames)
	}
	moments, err := io.ReadAll(t.moments.Section(bytes))
	if err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	for ; len(moments) >= momentBytes; moments = moments[momentBytes:] {
		number := func(k int) uint64 { return binary.LittleEndian.Uint64(moments[8*k:]) }
		t.time, t.step = append(t.time, math.Float64frombits(number(0))), append(t.step, int64(number(1)))
		t.origin = append(t.origin, model.Vec3{math.Float64frombits(number(2)), math.Float64frombits(number(3)), math.Float64frombits(number(4))})
	}
	rest := at.Parts[len(t.spools)+1:]
	if t.tears != nil {
		if err := t.tears.remember(rest[0], at.Frames); err != nil {
			return fmt.Errorf("%s %w", t.path, err)
		}
		rest = rest[1:]
	}
	if t.changed != nil {
		if err := t.changed.remember(rest[0], at.Frames); err != nil {
			return fmt.Errorf("%s %w", t.path, err)
		}
	}
	return nil
}

// earlier reads, from a completed NPZ file, an array of its first frames in the form of
// the array's own file. It makes the array "moments" from time, step and origin, and "tears" and "changes"
// from those of springs that changed.
func (t *TrajectoryNPZ) earlier(array string, frames int64) (io.ReadCloser, error) {
	file, err := safefile.Open(t.path)
	if err != nil {
		return nil, err
	}
	read, err := t.firstFrames(file, array, frames)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("export: %s: %w", t.path, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{read, file}, nil
}

func (t *TrajectoryNPZ) firstFrames(file io.ReaderAt, array string, frames int64) (io.Reader, error) {
	size, err := sizeOf(file)
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, err
	}
	if array == "positions" && !t.how.Float64 {
		return t.firstPositions(archive, frames)
	}
	if array == "tears" {
		return firstTears(archive, frames)
	}
	if array == "changes" {
		return firstChanges(archive, frames)
	}
	if array != "moments" {
		numbers, _, err := storedArray(archive, array)
		return numbers, err
	}
	times, timed, err := storedArray(archive, "time")
	if err != nil {
		return nil, err
	}
	steps, stepped, err := storedArray(archive, "step")
	if err != nil {
		return nil, err
	}
	if frames < 0 || frames > timed || frames > stepped {
		return nil, fmt.Errorf("it has %d frames, not %d", min(timed, stepped), frames)
	}
	time, step := make([]float64, frames), make([]int64, frames)
	if err := errors.Join(binary.Read(times, binary.LittleEndian, time), binary.Read(steps, binary.LittleEndian, step)); err != nil {
		return nil, err
	}
	origin, err := storedOrigins(archive, frames)
	if err != nil {
		return nil, err
	}
	var rows []byte
	for i := range time {
		rows = appendMoment(rows, time[i], step[i], origin[i])
	}
	return bytes.NewReader(rows), nil
}

// firstTears returns the torn springs of the first frames as they were before the file was completed.
func firstTears(archive *zip.Reader, frames int64) (io.Reader, error) {
	springs, count, err := storedArray(archive, TornSpring)
	if err != nil {
		return nil, err
	}
	firsts, dated, err := storedArray(archive, TornFrame)
	if err != nil {
		return nil, err
	}
	if count != dated {
		return nil, fmt.Errorf("it has %d torn springs and the frames of %d", count, dated)
	}
	rows, err := earlierTears(springs, firsts, count, frames)
	return bytes.NewReader(rows), err
}

// storedOrigins returns the points from which the engine counted positions in the first frames
// [m]; zeros if the file lacks them. Older files call them origin.
func storedOrigins(archive *zip.Reader, frames int64) ([]model.Vec3, error) {
	out := make([]model.Vec3, frames)
	for _, name := range []string{engineOrigin, "origin"} {
		origins, there, err := storedArray(archive, name)
		if err != nil {
			continue
		}
		if there < frames {
			return nil, fmt.Errorf("it has the origins of %d frames, not %d", there, frames)
		}
		return out, binary.Read(origins, binary.LittleEndian, out)
	}
	return out, nil
}

// firstPositions returns the positions of the first frames as float32 from the engine's origin,
// as they were before the file was completed.
func (t *TrajectoryNPZ) firstPositions(archive *zip.Reader, frames int64) (io.Reader, error) {
	numbers, there, err := storedArray(archive, "positions")
	if err != nil {
		return nil, err
	}
	if !isWide(archive, "positions") {
		return numbers, nil // as they grew; in older files always
	}
	if frames < 0 || frames > there {
		return nil, fmt.Errorf("it has %d frames, not %d", there, frames)
	}
	origin, err := storedOrigins(archive, frames)
	return newEngineRows(numbers, t.shape.Masses, origin), err
}

// isWide reports whether a stored array is float64.
func isWide(archive *zip.Reader, name string) bool {
	for _, entry := range archive.File {
		if entry.Name != name+".npy" {
			continue
		}
		content, err := entry.OpenRaw()
		if err != nil {
			return false
		}
		h, err := npy.Read(content)
		return err == nil && h.Kind == 'f' && h.Width == 8
	}
	return false
}

// sizeOf returns the size of a file [bytes].
func sizeOf(file io.ReaderAt) (int64, error) {
	seeker, ok := file.(io.Seeker)
	if !ok {
		return 0, errors.New("it cannot be measured")
	}
	return seeker.Seek(0, io.SeekEnd)
}

// storedArray reads the numbers of an array that is stored without compression; rows is
// the largest number of rows that the file can hold.
func storedArray(archive *zip.Reader, name string) (numbers io.Reader, rows int64, err error) {
	for _, entry := range archive.File {
		if entry.Name != name+".npy" {
			continue
		}
		content, err := entry.OpenRaw()
		if err != nil {
			return nil, 0, err
		}
		h, err := npy.Read(content)
		if err != nil {
			return nil, 0, err
		}
		if entry.Method != zip.Store || len(h.Shape) == 0 || h.Order != binary.LittleEndian {
			return nil, 0, fmt.Errorf("the array %q is not as a run writes it", name)
		}
		return content, min(int64(h.Shape[0]), int64(entry.CompressedSize64)), nil
	}
	return nil, 0, fmt.Errorf("there is no array %q", name)
}
