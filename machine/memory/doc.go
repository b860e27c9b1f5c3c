// Package memory is the one place that knows how much memory there still is: what the
// machine has free, what the control groups of the process and their parents allow, and
// what the limits of the process leave. Ask here before you allocate by a number of
// springs or masses: an operating system ends a program that takes too much without a
// word, and Go ends it with a page of stacks.
//
// On Linux all of this is in files. On other systems nothing is known, and nothing is
// refused.
package memory
