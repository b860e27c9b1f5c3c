package machine

import (
	"testing"

	"hooke/must"
)

// Every word is copied, whatever the threads and however the parts end; a copy
// that is not complete is seen.
func TestBandwidthCopiesAll(t *testing.T) {
	for _, c := range []struct {
		threads int
		bytes   int64
	}{{1, 8}, {3, 8}, {2, 8 * (copyBlock + 1)}, {5, 8*3*copyBlock + 24}, {0, 1 << 20}} {
		b := must.Get(NewCopies(c.threads, c.bytes))(t)
		must.Be(t, b.Prove(), nil, "%d threads, %d bytes", c.threads, c.bytes)
		bytes, took := b.Measure()
		if bytes != 2*c.bytes*int64(b.repeats) || took <= 0 {
			t.Errorf("%d threads: %d bytes in %v and %d repeats of %d", c.threads, bytes, took, b.repeats, c.bytes)
		}
	}

	lazy := must.Get(NewCopies(1, 1<<16))(t)
	lazy.threads = 0 // no thread copies
	must.Say(t, "a copy that nobody makes", lazy.Prove(), "is not complete")
	if _, err := NewCopies(-1, 64); err == nil {
		t.Error("-1 threads are no error")
	}
	if _, err := NewCopies(1, 4); err == nil {
		t.Error("half a word is no error")
	}
}
