// Package grid holds numbers on regular grids that contacts read: heights of a ground, and distances from a surface. Grids never
// change after they are made, so contacts share them.
package grid
