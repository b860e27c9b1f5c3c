package machine

import "time"

// Threads meet after each task, and those that come first wait: with two of them a meeting
// takes 2 to 3 µs (an AMD EPYC with AVX-512; models of 1,000 to 20,000 springs, whose steps take
// that much longer than half of those with one thread), and more where a thread goes over slices that hand
// forces on to its own. Where each thread has work for LeastShare
// between two meetings, two threads are about 1.5 times as fast as one and take 4/3 of its
// processor time. With less to do, fewer threads step, at last one.
const LeastShare = 10 * time.Microsecond

// ThreadsWorth returns the largest number of threads, up to most, that have LeastShare to do each.
// levels returns the number of steps that tiles take between two meetings, with that many threads;
// without tiles it is below 2.
func ThreadsWorth(sweep time.Duration, most int, levels func(threads int) int) int {
	for threads := most; threads > 1; threads-- {
		between := sweep
		if l := levels(threads); l > 1 {
			between = sweep * time.Duration(l) / 2 // they meet once before the seams, and once after
		}
		if between/time.Duration(threads) >= LeastShare {
			return threads
		}
	}
	return 1
}
