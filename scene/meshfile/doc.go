// Package meshfile makes scenes of mesh files: a closed surface is filled with springs,
// another becomes cloth, lines become springs, and so do tetrahedra; a file with masses and
// springs of its own stays as it is. Masses, pins and labels come along.
package meshfile
