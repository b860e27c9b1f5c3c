// Package threads keeps the threads of the engine cpu. They divide the blocks of one task
// after another among themselves, and wait for each other between tasks.
package threads
