// Package selftest tests in about a second whether an OpenGL context can be relied on: data
// that are uploaded stay, one step of a small structure is that of the float64 reference,
// and a picture shows the structure. It does not replace hooke check, which proves every
// term of the physics; it finds drivers on which nothing can work.
//
// Run makes all objects in the caller's context and releases them. The caller decides what
// a failure means, and remembers answers: Version, GL_RENDERER and GL_VERSION are the key.
package selftest
