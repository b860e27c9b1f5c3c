// The counts of the invocation past the last mass or spring of a dispatch. A pass declares Status before it
// includes this.

// endsPass counts a range that ran to its end, and says whether it is the last one of
// the pass.
bool endsPass() {
#if RANGES
	atomicAdd(status[0].rangesRun, 1u);
#endif
	return IS_LAST;
}
