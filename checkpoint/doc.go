// Package checkpoint is a run on the disk: what its user asked for and where an engine
// stands in it (File), written and read so that a damaged file is found out (Write, Read),
// with the one before it beside it (Replace, ReadLast).
package checkpoint
