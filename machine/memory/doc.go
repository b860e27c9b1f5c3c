// Package memory computes how much memory is free: on the machine, under the control groups
// of the process and their parents, and under the limits of the process. Ask it before you
// allocate by a number of springs or masses: an operating system kills a program that takes
// too much without a message, and Go ends it with a page of stacks.
//
// On Linux all of this is in files. On other systems nothing is known, and every request is
// granted.
package memory
