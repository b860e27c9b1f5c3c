package memory

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/must"
)

// files makes a file system of a test: its paths and their content.
func files(t *testing.T, content map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range content {
		path := filepath.Join(root, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return root
}

// unlimited is a process without limits of its own.
func unlimited(resource) (int64, bool) { return 0, false }

// The least of all that bounds a process is found, in version 2 and 1 of control groups,
// in the group of the process or a parent of it, and named.
func TestTheLeastRoomIsFound(t *testing.T) {
	const (
		meminfo = "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable:    8000 kB\n"
		two     = "31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
		one     = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	)
	for _, c := range []struct {
		name    string
		files   map[string]string
		limits  map[resource]int64
		want    int64
		limited string
	}{
		{"nothing known", nil, nil, 0, ""},
		{"machine", map[string]string{"proc/meminfo": meminfo}, nil, 8000 << 10, "MemAvailable"},
		{"a file of another kind", map[string]string{"proc/meminfo": "MemAvailable: lots kB\n"}, nil, 0, ""},
		{"version 2", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": two, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "5000\n", "sys/fs/cgroup/a/b/memory.current": "3000\n"}, nil, 2000, "/sys/fs/cgroup/a/b/memory.max"},
		{"files that can be dropped", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": two, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "5000\n", "sys/fs/cgroup/a/b/memory.current": "3000\n",
			"sys/fs/cgroup/a/b/memory.stat": "anon 2500\ninactive_file 400\nactive_file 100\n"}, nil, 2400, "memory.max"},
		{"a parent has less", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": two, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "3000\n",
			"sys/fs/cgroup/a/memory.max": "9000\n", "sys/fs/cgroup/a/memory.current": "8500\n"}, nil, 500, "/sys/fs/cgroup/a/memory.max"},
		{"over the limit", map[string]string{"proc/self/mountinfo": two, "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "5000\n", "sys/fs/cgroup/a/memory.current": "6000\n"}, nil, 0, "memory.max"},
		{"a container", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": strings.Replace(two, "0:28 / ", "0:28 /docker/x ", 1), "proc/self/cgroup": "0::/docker/x\n",
			"sys/fs/cgroup/memory.max": "5000\n", "sys/fs/cgroup/memory.current": "1000\n"}, nil, 4000, "/sys/fs/cgroup/memory.max"},
		{"a namespace with another root", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": strings.Replace(two, "0:28 / ", "0:28 /docker/x ", 1), "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "5000\n", "sys/fs/cgroup/memory.current": "1000\n"}, nil, 4000, "/sys/fs/cgroup/memory.max"},
		{"version 1", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": one, "proc/self/cgroup": "8:cpu:/zz\n4:memory:/jobs/7\n0::/\n",
			"sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes": "7000\n", "sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes": "6000\n",
			"sys/fs/cgroup/memory/jobs/7/memory.stat": "inactive_file 1\ntotal_inactive_file 250\n"}, nil, 1250, "/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes"},
		{"version 1 without a limit", map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": one, "proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "6000\n"}, nil, 8000 << 10, "MemAvailable"},
		{"addresses", map[string]string{"proc/meminfo": meminfo, "proc/self/statm": "3 2 1 1 0 1 0\n"},
			map[resource]int64{addresses: int64(3*os.Getpagesize()) + 800 + reserve}, 600, "RLIMIT_AS"},
		{"data", map[string]string{"proc/meminfo": meminfo, "proc/self/statm": "3 2 1 1 0 1 0\n"},
			map[resource]int64{addresses: 1 << 40, data: int64(os.Getpagesize()) + 400 + reserve}, 300, "RLIMIT_DATA"},
		{"a name with a space", map[string]string{"proc/self/mountinfo": strings.Replace(two, "/sys/fs/cgroup ", `/sys/c\040g `, 1), "proc/self/cgroup": "0::/a\n",
			"sys/c g/a/memory.max": "5000\n", "sys/c g/a/memory.current": "1\n"}, nil, 4999, "/sys/c g/a/memory.max"},
	} {
		limit := func(r resource) (int64, bool) { bytes, ok := c.limits[r]; return bytes, ok }
		got := machine{files(t, c.files), limit}.free(0, 0)
		if got.Bytes != c.want || !strings.Contains(got.Limit, c.limited) || (c.limited == "") != (got.Limit == "") {
			t.Errorf("%s: %d bytes by %q, want %d by %q", c.name, got.Bytes, got.Limit, c.want, c.limited)
		}
	}
}

// Memory that Go holds and does not use counts: of addresses, all that is mapped. The reserve does not.
func TestIdleHeapIsFree(t *testing.T) {
	root := files(t, map[string]string{"proc/meminfo": "MemAvailable: 1 kB\n", "proc/self/statm": "1 1 1 1 1 1 1\n"})
	if got := (machine{root, unlimited}).free(100, 900); got.Bytes != 1124 {
		t.Errorf("%d bytes, want 1024 and 100 that are idle", got.Bytes)
	}
	limit := func(r resource) (int64, bool) { return int64(os.Getpagesize()) + 50 + reserve, r == addresses }
	if got := (machine{root, limit}).free(100, 900); got.Bytes != 375 {
		t.Errorf("%d bytes of addresses, want three quarters of 50 and of half of 900 that are mapped", got.Bytes)
	}
}

// An error for too large a request gives the bytes needed, those left and the limit.
func TestAsking(t *testing.T) {
	if err := (Room{2000, "a limit"}).refusal(5e9, "7 masses"); !errors.Is(err, ErrTooLarge) ||
		err.Error() != "7 masses are too large for this machine's memory: they need 5 GB, 2 kB are left by a limit; ask for less, or raise the limit" {
		t.Errorf("the error is %v", err)
	}
	if (Room{2000, "a limit"}).refuses(2000) || !(Room{2000, "a limit"}).refuses(2001) || (Room{}).refuses(1<<60) || !(Room{2000, "a limit"}).refuses(-1) {
		t.Error("2,000 bytes fit in 2,000, 2,001 and numbers that overflowed do not; what is not known refuses nothing")
	}
	if err := Ask(1, "nothing"); err != nil {
		t.Error(err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	if got := Free(); got.Bytes < small || got.Limit == "" {
		t.Errorf("%+v on Linux", got)
	}
	for _, bytes := range []int64{1 << 60, math.MinInt64} {
		if err := Ask(bytes, "%d things", 9); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "9 things are too large") {
			t.Errorf("%d bytes: %v", bytes, err)
		}
	}
}
