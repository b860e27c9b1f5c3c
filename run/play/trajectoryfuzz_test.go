package play_test

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
)

// FuzzTrajectoryRoundTrip writes frames of any finite numbers in each format of
// trajectories and reads them again: every bit comes back, zeros keep their sign.
func FuzzTrajectoryRoundTrip(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4}, uint8(1), true)
	f.Add([]byte{0, 0, 0, 0x80, 1, 0, 0, 0, 0xff, 0xff, 0x7f, 0x7f, 0, 0, 0x80, 0x3f}, uint8(2), false)
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, masses uint8, text bool) {
		count := int(masses)%7 + 1
		frames := framesOf(data, count)
		path := filepath.Join(folder, "a.npz")
		var series export.Series
		var err error
		if text {
			path = filepath.Join(folder, "a.dump")
			series, err = export.CreateDump(path, &model.Model{Mass: make([]float64, count), RestPosition: make([]model.Vec3, count)}, nil, nil, export.Numbers{}, nil)
		} else {
			series, err = export.CreateTrajectoryNPZ(path, export.Shape{Masses: count}, nil, nil, export.Numbers{}, nil)
		}
		must.Do(t, err)
		for i := range frames {
			must.Do(t, series.Frame(&frames[i]))
		}
		must.Do(t, series.Close())
		k := 0
		err = play.Read(path, func(got *model.Snapshot, _ play.Changed) error {
			if k >= len(frames) {
				t.Fatalf("%d frames were written, and there are more", len(frames))
			}
			must.Hold(t, got.Step == frames[k].Step, "frame %d is of step %d, was of %d", k, got.Step, frames[k].Step)
			for i := range got.Position {
				if !sameBits(got.Position[i], frames[k].Position[i]) || !sameBits(got.Velocity[i], frames[k].Velocity[i]) {
					t.Fatalf("frame %d, mass %d: %v %v came back as %v %v", k, i, frames[k].Position[i], frames[k].Velocity[i], got.Position[i], got.Velocity[i])
				}
			}
			k++
			return nil
		})
		if err != nil || k != len(frames) {
			t.Fatalf("%d of %d frames came back: %v", k, len(frames), err)
		}
	})
}

// framesOf makes at least one frame of finite numbers from any bytes.
func framesOf(data []byte, masses int) (frames []export.Frame) {
	at := 0
	next := func() float32 {
		var word [4]byte
		if len(data) > 0 {
			for i := range word {
				word[i] = data[(at+i)%len(data)]
			}
			at += 4
		}
		x := math.Float32frombits(binary.LittleEndian.Uint32(word[:]))
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return 1
		}
		return x
	}
	for len(frames) == 0 || at < min(len(data), 1<<12) {
		f := export.Frame{}
		f.Resize(masses)
		f.Step = int64(len(frames)) * 3
		for i := range masses {
			for axis := range 3 {
				f.Position[i][axis], f.Velocity[i][axis] = next(), next()
			}
		}
		frames = append(frames, f)
	}
	return frames
}

func sameBits(a, b [3]float32) bool {
	for axis := range a {
		if math.Float32bits(a[axis]) != math.Float32bits(b[axis]) {
			return false
		}
	}
	return true
}
