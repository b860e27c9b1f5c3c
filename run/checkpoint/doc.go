// Package checkpoint stores a run on disk: the options of its user and the state of its
// engine (File). Write and Read detect damage. Replace and ReadLast also keep the previous
// file.
package checkpoint
