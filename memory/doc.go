// Package memory is the one place that knows how much memory there still is: what the
// machine has free, what the control groups of the process and their parents allow, and
// what its own limits leave. Whoever allocates by a number of springs or masses asks
// here first, since an operating system ends a program that takes too much without a
// word, or Go ends it with a page of stacks.
//
// Linux tells all of this in files. Elsewhere nothing is known, and nothing refused.
package memory
