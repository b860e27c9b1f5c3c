// The numbers of shapes, as package shaders has them.
const uint PLANE = 0u;
const uint SPHERE = 1u;
const uint BOX = 2u;
const uint CAPSULE = 3u;
