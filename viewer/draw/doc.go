// Package draw makes pictures of a mass-spring structure: springs as lines in
// the color of their strain, masses as points, the ground, a legend and text.
// It draws into a framebuffer object, so that the window and a windowless run
// give the same picture, and it knows nothing of windows.
//
// Springs and masses come straight from the engine's buffers, without a copy:
// positions are a vertex attribute and the ends of the springs are the index
// buffer of the lines. A Renderer borrows those buffers and owns its own
// programs, textures and vertex arrays. Everything that takes a *glx.Context
// runs on that context's thread.
//
// Between a million thin lines everything behind shines through, and a solid
// lattice would look like noise. So at the start each mass is found to lie
// inside a volume, on its surface, in a sheet or in a thread (surface.go);
// only the surface that faces the camera is drawn, lit by its normal, unless
// Look.Interior asks for all.
package draw
