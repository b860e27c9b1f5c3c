// Package queue hands steps to a device in submissions of about 50 ms. It chooses their
// length by the time that earlier submissions took, and waits when too many of them are
// ahead of the device.
package queue
