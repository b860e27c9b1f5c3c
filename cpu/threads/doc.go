// Package threads keeps the threads of the engine cpu. They share out the blocks of one
// task after another and wait for each other between tasks.
package threads
