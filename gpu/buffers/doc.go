// Package buffers holds a model on the device: the arrays of its masses and springs, of the
// state and of passes, the windows of divided arrays, and uploads. Package gpu uses them for
// the engine; package ranges computes their sizes.
//
// Model and state are given in the device's order of masses. Uploads are queued. An upload
// over data that a pass wrote needs a barrier before it, which the caller issues
// (glx.ByTransfer). Call everything on the thread whose context is current.
package buffers
