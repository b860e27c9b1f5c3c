// Package scenetest has helpers for tests of scenes: files of meshes, and a check that a
// scene is ready to run and stays whole. Only test files import it.
package scenetest
