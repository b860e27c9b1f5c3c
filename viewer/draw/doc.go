// Package draw makes pictures of a mass-spring structure: its surface, lit and colored by
// strain, force, energy, speed, material, group or actuator; springs as tubes or lines; masses
// as balls; the shapes that they bump into; a ground with soft shadows; a legend and text. It
// draws into a framebuffer object, so that the window and a windowless run give the same
// picture, and it knows nothing of windows. Colors, text and panels are in the packages color
// and hud.
//
// # Buffers
//
// Springs and masses come straight from the engine's buffers, without a copy: positions are a
// vertex attribute, and the ends of the springs are the index buffer of the lines. A Renderer
// borrows those buffers and owns its programs, textures and vertex arrays. Everything that takes
// a *glx.Context runs on that context's thread.
//
// # Cameras
//
// A Camera says from where a picture looks at the world; LookAt and Fit aim it at Bounds, Views
// are directions to choose from, and a CameraEase moves softly from one camera to another.
// Lengths are in meters, angles in radians, z is up.
//
// # Surfaces
//
// Between a million thin lines everything behind shines through, and a solid lattice would look
// like noise. So at the start package surface finds whether each mass lies inside a volume, on
// its surface, in a sheet or in a thread, and the triangles that springs make between masses of
// the surface: its skin. The device computes the skin's normals and values anew for each picture.
//
// Of a model by a pattern only the Shell is drawn: the masses on the faces of the grid, with all
// their springs and the masses at the other ends of these, as a model in arrays. A lattice of a
// billion springs has 77 million masses, of which one million are on its faces. Colors, boxes
// and counts are those of the whole, whose masses a ShellView reads from the engine. The surface's
// look does not depend on the rest: how masses lie to their neighbors follows from
// their own springs, and so do the colors of a surface.
//
// # Reactions
//
// Reactions show the forces on contacts, pins and guides: as arrows of one scale, and as numbers.
package draw
