// Package scenetest has what tests of scenes share: files of meshes, and whether a scene is
// ready to run and stays whole. Only test files import it.
package scenetest
