// Package draw draws pictures of a mass-spring structure: its surface, lit and colored by
// strain, force, energy, speed, material, group or actuator; springs as tubes or lines;
// masses as balls; the shapes of contacts; a ground with soft shadows; a legend and text.
// Packages camera, color and hud have cameras, colors and the layout of text. It draws into a
// framebuffer object, so that a window and a run without one give the same picture, and it
// does not depend on windows.
//
// Springs and masses come straight from the engine's buffers, without a copy: positions are a
// vertex attribute, and the ends of the springs are the index buffer of the lines. A Renderer
// borrows those buffers and owns its own programs, textures and vertex arrays. Everything
// that takes a *glx.Context runs on that context's thread.
//
// Among a million thin lines everything behind shines through, and a solid lattice would look
// like noise. So at the start each mass is classified as inside a volume, on its surface, in
// a sheet or in a thread. The triangles that springs make between masses of the surface are
// its skin: package surface finds both. The device computes the skin's normals and values for
// each picture.
package draw
