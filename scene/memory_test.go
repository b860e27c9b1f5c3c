package scene

import (
	"errors"
	"os"
	"strings"
	"testing"
)

func TestTooLargeForMemoryIsRefusedWithNumbers(t *testing.T) {
	if err := fitsIn(2000, 10, 17); err != nil {
		t.Errorf("1,998 bytes in 2,000: %v", err)
	}
	err := fitsIn(2000, 10, 18)
	if !errors.Is(err, ErrMemory) || !strings.Contains(err.Error(), "need 2032 bytes, 2000 are free") {
		t.Errorf("2,032 bytes in 2,000: %v", err)
	}
	if err := fitsIn(0, 1<<40, 1<<40); err != nil {
		t.Errorf("free memory unknown: %v", err)
	}
}

func TestFreeMemoryIsRead(t *testing.T) {
	if _, err := os.Stat("/proc/meminfo"); err != nil {
		if got := freeMemory(); got != 0 {
			t.Errorf("%d bytes free on a system that does not say", got)
		}
		return
	}
	if got := freeMemory(); got < 1<<20 {
		t.Errorf("%d bytes free", got)
	}
}

// The largest lattice, cloth and rope that a model can number need more than
// any machine of today has free; they are refused at once, not built.
func TestHugePresetsAreRefusedBeforeTheyAreBuilt(t *testing.T) {
	if free := freeMemory(); free == 0 || free > 30<<30 {
		t.Logf("%d bytes free: the largest structures may fit", free)
		return
	}
	for _, name := range []string{"lattice", "canon"} {
		if _, err := Open(name, Options{Springs: 2_000_000_000}); !errors.Is(err, ErrMemory) {
			t.Errorf("%s: %v, want ErrMemory", name, err)
		}
	}
}
