// Package draw makes pictures of a mass-spring structure: its surface, lit and in
// the color of strain, force, energy, speed, material, group or actuator; springs as
// tubes or lines; masses as balls; the shapes that they bump into; a ground with soft
// shadows; a legend and text. Cameras, colors and what text says are in rooms of their own
// (camera, color, hud). It draws into a framebuffer object, so that the window
// and a windowless run give the same picture, and it knows nothing of windows.
//
// Springs and masses come straight from the engine's buffers, without a copy:
// positions are a vertex attribute and the ends of the springs are the index
// buffer of the lines. A Renderer borrows those buffers and owns its own
// programs, textures and vertex arrays. Everything that takes a *glx.Context
// runs on that context's thread.
//
// Between a million thin lines everything behind shines through, and a solid
// lattice would look like noise. So at the start each mass is found to lie
// inside a volume, on its surface, in a sheet or in a thread, and the triangles that
// springs make between masses of the surface are its skin: package surface finds both.
// The device computes the skin's normals and values anew for each picture.
package draw
