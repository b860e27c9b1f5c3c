// Package sweeping is the verb sweep: its flags as a spec, its progress and its figures.
package sweeping
