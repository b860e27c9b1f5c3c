// Package threads keeps the threads of the engine cpu, which share out the blocks of one
// task after the other and wait for each other between tasks.
package threads
