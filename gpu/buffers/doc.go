// Package buffers holds a model on the device: the arrays of its masses and springs, of
// the state and of what passes keep, the windows of divided arrays, and what the host
// writes into them. Package gpu uses them for the engine; package ranges computes their
// sizes.
//
// Model and state are given in the order of the masses on the device. Uploads are queued.
// An upload that overwrites what a pass wrote needs a barrier before it, which the caller
// issues (glx.ByTransfer). Everything must be called on the thread whose context is
// current.
package buffers
