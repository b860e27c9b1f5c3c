// Package buffers is a model on the device: arrays of its masses and springs, of the state
// and of what passes keep, the windows of those that are divided, and what the host writes
// into them. What the engine makes of it is in package gpu; sizes are from package ranges.
//
// Model and state are given in the order of the masses on the device. Uploads queue, and
// the caller issues the barrier before one that overwrites what a pass wrote
// (glx.ByTransfer). Everything must be called on the thread whose context is current.
package buffers
