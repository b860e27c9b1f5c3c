package order

import (
	"runtime"
	"sync"

	"hooke/machine/panics"
)

// InParallel cuts count items into one part for each core, at multiples of align, and
// runs do on all parts at once. The result of do must not depend on the cuts.
func InParallel(count, align int, do func(first, end int)) {
	inParts(runtime.GOMAXPROCS(0), count, align, do)
}

func inParts(parts, count, align int, do func(first, end int)) {
	parts = max(1, min(parts, count/max(1, 4*align)))
	if parts == 1 {
		do(0, count)
		return
	}
	var wait panics.Group
	for k := range parts {
		cut := func(k int) int {
			if k == parts {
				return count
			}
			return int(int64(count)*int64(k)/int64(parts)) / align * align
		}
		first, end := cut(k), cut(k+1)
		wait.Go(func() { do(first, end) })
	}
	wait.Wait()
}

// InChunks runs do on chunks of a fixed size, several at once, and then merge on the
// results in the order of the chunks, so that the outcome is the same on any number of
// cores.
func InChunks[T any](count, size int, do func(first, end int) T, merge func(part T)) {
	chunks := (count + size - 1) / size
	atOnce := runtime.GOMAXPROCS(0)
	parts := make([]T, atOnce)
	for begin := 0; begin < chunks; begin += atOnce {
		now := min(atOnce, chunks-begin)
		var wait panics.Group
		for k := range now {
			wait.Go(func() { parts[k] = do((begin+k)*size, min(count, (begin+k+1)*size)) })
		}
		wait.Wait()
		for k := range now {
			merge(parts[k])
		}
	}
}

// ChunkSprings is the number of springs in a chunk.
const ChunkSprings = 1 << 18

// FirstError keeps the error of the lowest item. The zero value is empty.
type FirstError struct {
	lock sync.Mutex
	item int
	Err  error
}

// At records the error of an item. Several goroutines may call it at once.
func (f *FirstError) At(item int, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.Err == nil || item < f.item {
		f.item, f.Err = item, err
	}
}
