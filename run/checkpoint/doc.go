// Package checkpoint is a run on the disk: what its user asked for and the state of its
// engine (File). Write and Read make and read such files so that damage is found.
// Replace and ReadLast keep the file before the last one, too.
package checkpoint
