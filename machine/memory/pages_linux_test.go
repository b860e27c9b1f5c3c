package memory

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"hooke/must"
)

// faults is how many pages a first touch of every page of an array brings in.
func faults(t *testing.T, array []uint64) int64 {
	t.Helper()
	var before, after syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	for i := 0; i < len(array); i += 512 {
		array[i] = 1
	}
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return after.Minflt - before.Minflt
}

// A large array comes in large pages where the system has some; without a request, it comes in small ones.
// Its content is the same, and small arrays and empty ones are left alone.
func TestLargePages(t *testing.T) {
	InLargePages[byte](nil)
	if small := InLargePages(make([]uint16, 1000)); len(small) != 1000 {
		t.Fatal(len(small))
	}
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || !strings.Contains(string(mode), "[madvise]") {
		t.Skipf("large pages are not for those who ask: %s %v", mode, err)
	}
	const count = 64 << 20 / 8
	small := make([]uint64, count)
	defer runtime.KeepAlive(small) // else others would get its pages
	plain, fewest := faults(t, small), int64(count)
	for range 3 { // memory may be in pieces for a while
		array := InLargePages(make([]uint64, count))
		fewest = min(fewest, faults(t, array))
		for i := range array {
			if array[i] != uint64(1-min(1, i%512)) {
				t.Fatalf("number %d is %d", i, array[i])
			}
		}
	}
	must.Hold(t, fewest <= plain/4, "%d faults, %d in small pages", fewest, plain)
}
