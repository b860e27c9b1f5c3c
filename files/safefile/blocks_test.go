package safefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"hooke/files/safefile"
)

// on runs a test on the given number of cores.
func on(t *testing.T, cores int) {
	before := runtime.GOMAXPROCS(cores)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// uneven makes blocks of different lengths, of which the first take the longest.
func uneven(number int, to []byte) ([]byte, error) {
	if number%7 == 0 {
		time.Sleep(200 * time.Microsecond)
	}
	for range number % 5 {
		to = fmt.Appendf(to, "%d,", number)
	}
	return to, nil
}

// The bytes and their order do not depend on the number of cores, with more and with
// fewer blocks than are in flight.
func TestOrder(t *testing.T) {
	for _, blocks := range []int{0, 1, 2, 3, 200} {
		var want []byte
		for number := range blocks {
			want, _ = uneven(number, want)
		}
		for _, cores := range []int{1, 2, 8} {
			on(t, cores)
			var got bytes.Buffer
			if err := safefile.WriteBlocks(&got, blocks, uneven); err != nil || !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%d blocks on %d cores: %v, %d bytes, want %d", blocks, cores, err, got.Len(), len(want))
			}
		}
	}
}

// slow counts the blocks that were begun before each write.
type slow struct {
	begun *atomic.Int64
	wrote int64
	most  int64
	full  int64 // writes that succeed; 0: all
}

func (s *slow) Write(p []byte) (int, error) {
	for s.wrote == 0 && s.begun.Load() < 2 {
		runtime.Gosched()
	}
	time.Sleep(time.Millisecond)
	if s.full > 0 && s.wrote >= s.full {
		return 0, errFull
	}
	s.most = max(s.most, s.begun.Load()-s.wrote)
	s.wrote++
	return len(p), nil
}

var errFull = errors.New("disk full")

// A writer that is slow bounds how many blocks are made; one that fails, and a block that
// cannot be made, end it all.
func TestBounds(t *testing.T) {
	on(t, 4)
	var begun atomic.Int64
	count := func(number int, to []byte) ([]byte, error) {
		begun.Add(1)
		return append(to, 1), nil
	}
	s := &slow{begun: &begun}
	if err := safefile.WriteBlocks(s, 60, count); err != nil || s.wrote != 60 || s.most > 8 || s.most < 2 {
		t.Errorf("%v, %d written, at most %d in flight", err, s.wrote, s.most)
	}
	if got := safefile.BlockMemory(10); got != 80 {
		t.Errorf("blocks of 10 bytes take %d bytes, want 80: 8 are in flight at most", got)
	}
	begun.Store(0)
	s = &slow{begun: &begun, full: 3}
	if err := safefile.WriteBlocks(s, 1000, count); !errors.Is(err, errFull) || begun.Load() > 20 {
		t.Errorf("%v after %d blocks", err, begun.Load())
	}
	failing := errors.New("no such block")
	for _, cores := range []int{1, 4} {
		on(t, cores)
		var got bytes.Buffer
		err := safefile.WriteBlocks(&got, 1000, func(number int, to []byte) ([]byte, error) {
			if number >= 5 {
				return nil, fmt.Errorf("%w: %d", failing, number)
			}
			return append(to, byte(number)), nil
		})
		if !errors.Is(err, failing) || err.Error() != "no such block: 5" || !bytes.Equal(got.Bytes(), []byte{0, 1, 2, 3, 4}) {
			t.Errorf("on %d cores: %v after %v", cores, err, got.Bytes())
		}
	}
}
