// Package meshfile makes scenes of mesh files. It fills a closed surface with springs, makes
// cloth of any other surface, and makes springs of lines and of tetrahedra. A file with its
// own masses and springs is used as it is. Masses, pins and labels of files become part of
// the scene.
package meshfile
