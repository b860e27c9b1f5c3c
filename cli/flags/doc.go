// Package flags holds the values of flags that several verbs share: numbers, words out of
// a few, intervals, sizes, and the flags that choose and change a structure (Structure),
// say what a picture shows (Look), and what a window records (Film). Each value refuses
// what it cannot mean while the command line is read, so that a wrong value is a wrong
// usage and its message names the flag.
package flags
