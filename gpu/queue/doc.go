// Package queue hands steps to a device in submissions of about 50 ms, by what earlier
// ones took, and waits when too many are ahead of the device.
package queue
