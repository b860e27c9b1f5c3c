// Package selftest tests in about a second whether an OpenGL context works: uploaded data
// stay, one step of a small structure agrees with the float64 reference, and a picture shows
// the structure. It does not replace hooke check, which tests every term of the physics; it
// finds drivers on which nothing works.
//
// Run makes all objects in the caller's context and releases them. The caller decides how to
// treat a failure and remembers results by the key Version, GL_RENDERER and GL_VERSION.
package selftest
