//go:build cgo

package least

/*
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// judgeLimit runs before main.
__attribute__((constructor)) static void judgeLimit(void) {
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
		return;
	}
#ifdef M_ARENA_MAX
	mallopt(M_ARENA_MAX, 1);
#endif
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	// Measured: 1,350 MB start Go, 1,450 MB step a lattice on two cores; a core has three threads
	// with stacks of 8 MB at most.
	unsigned long long need = 1500000000ULL + 24000000ULL * (cores > 0 ? cores : 1);
	if (limit.rlim_cur >= need) {
		return;
	}
	char text[300];
	int length = snprintf(text, sizeof text, "hooke: the limit of addresses (RLIMIT_AS, ulimit -v) is %llu MB, and hooke needs %llu MB of addresses on this machine, little of which becomes memory; raise it, or limit memory by a control group\n",
		(unsigned long long)limit.rlim_cur / 1000000, need / 1000000);
	if (length > 0 && write(2, text, length) < 0) {
		_exit(1);
	}
	_exit(1);
}
*/
import "C"
