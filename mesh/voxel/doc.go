// Package voxel makes robots of cubic voxels: soft and stiff ones, and muscles that swell
// and shrink with phases of their own.
package voxel
