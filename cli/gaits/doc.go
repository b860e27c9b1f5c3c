// Package gaits is the verb gait: a robot is followed, and plots of it are written.
package gaits
