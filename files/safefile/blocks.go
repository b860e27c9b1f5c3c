package safefile

import (
	"io"
	"runtime"
	"sync/atomic"

	"hooke/machine/panics"
)

// BlockBytes is a good size of a block [bytes]: large enough to make the handing out of
// blocks cheap, small enough that those in flight stay in the caches of cores.
const BlockBytes = 1 << 20

// ahead is the number of blocks by which a core may be ahead of the writer: their bytes are
// the memory of a WriteBlocks.
const ahead = 2

// BlockMemory returns the most memory that WriteBlocks takes for blocks of that many bytes [bytes].
func BlockMemory(blockBytes int64) int64 { return blockBytes * ahead * int64(runtime.GOMAXPROCS(0)) }

// made is a block that waits to be written.
type made struct {
	bytes []byte
	err   error
}

// WriteBlocks makes blocks 0 to blocks−1 and writes them to w in this order. It calls block on
// as many goroutines as Go may run at once (GOMAXPROCS); block appends the bytes of a
// block to the empty slice to, and must not keep that. The bytes are the same on any
// number of cores. WriteBlocks returns the first error in the order of the blocks, of block or
// of w, once all goroutines have ended.
func WriteBlocks(w io.Writer, blocks int, block func(number int, to []byte) ([]byte, error)) error {
	cores := min(runtime.GOMAXPROCS(0), blocks)
	if cores <= 1 {
		return alone(w, blocks, block)
	}
	room := ahead * cores
	free := make(chan []byte, room) // memory of blocks; a block takes one to begin
	ready := make([]chan made, room)
	for i := range ready {
		free <- nil
		ready[i] = make(chan made, 1) // for the blocks i, i + room, ..., of which one is in flight
	}
	over := make(chan struct{})
	var next atomic.Int64
	var group panics.Group
	for range cores {
		group.Go(func() {
			for {
				var to []byte
				select {
				case to = <-free:
				case <-over:
					return
				}
				number := int(next.Add(1)) - 1
				if number >= blocks {
					return
				}
				bytes, err := block(number, to[:0])
				ready[number%room] <- made{bytes, err}
			}
		})
	}
	err := drain(w, blocks, ready, free)
	close(over)
	group.Wait()
	return err
}

// drain writes blocks as they become ready and gives their memory back.
func drain(w io.Writer, blocks int, ready []chan made, free chan<- []byte) error {
	for number := range blocks {
		b := <-ready[number%len(ready)]
		if b.err != nil {
			return b.err
		}
		if _, err := w.Write(b.bytes); err != nil {
			return err
		}
		free <- b.bytes
	}
	return nil
}

// alone is WriteBlocks on one core.
func alone(w io.Writer, blocks int, block func(number int, to []byte) ([]byte, error)) error {
	var to []byte
	for number := range blocks {
		var err error
		if to, err = block(number, to[:0]); err != nil {
			return err
		}
		if _, err := w.Write(to); err != nil {
			return err
		}
	}
	return nil
}
