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

// InBlocks calls work for the blocks of 0 to count−1, each from first to last−1
// and BlockSize long but the last, on as many cores as Go may use (GOMAXPROCS),
// and returns when all are done. Blocks come in no order. Work that writes only
// what belongs to its block has the same result with any number of cores; a sum
// is kept per block and added up in the order of blocks. It allocates, and is
// for set-up: engines have crews of their own for their steps.
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
