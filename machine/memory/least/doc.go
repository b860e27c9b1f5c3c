// Package least ends a program at once, with exit code 1 and a sentence, where the limit of
// addresses (RLIMIT_AS, ulimit -v) is too low for Go: its runtime maps some 1.3 GB of addresses at
// its start and ends with a page of stacks where it gets less. A program that imports the package
// is judged before Go starts, so this is C.
//
// Under such a limit, it also has the C library take memory from one arena for all
// threads, since each arena takes 64 MB of addresses.
package least
