// Package queue submits steps to a device in batches of about 50 ms. It chooses their length
// by the time of earlier submissions, and waits while too many are queued.
package queue
