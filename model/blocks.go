package model

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// BlockSize is how many masses or springs InBlocks hands out at a time: enough
// that handing out costs nothing, and few enough for all cores to have work.
const BlockSize = 1 << 15

// BlockCount is the number of blocks of count masses or springs.
func BlockCount(count int) int { return (count + BlockSize - 1) / BlockSize }

// InBlocks calls work for the blocks of the indices 0 to count−1, each from first to
// last−1, and returns when all are done. Every block has BlockSize indices, but the
// last may have fewer. It uses as many cores as Go may (GOMAXPROCS), and blocks come in
// no order. Work that writes only what belongs to its block has the same result on any
// number of cores; to form a sum, keep one per block and add them in the order of
// blocks. InBlocks allocates memory and is for set-up: engines have threads of their
// own for their steps.
func InBlocks(count int, work func(block, first, last int)) {
	blocks := BlockCount(count)
	do := func(block int) { work(block, block*BlockSize, min(count, (block+1)*BlockSize)) }
	threads := min(runtime.GOMAXPROCS(0), blocks)
	if threads <= 1 {
		for block := range blocks {
			do(block)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			for block := int(next.Add(1)) - 1; block < blocks; block = int(next.Add(1)) - 1 {
				do(block)
			}
		})
	}
	group.Wait()
}
