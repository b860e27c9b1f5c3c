// Package egl makes OpenGL contexts without a window or a display server, for
// servers, containers and tests.
//
// Open looks for a device with a hardware driver first (on the EGL device platform),
// then for Mesa's surfaceless platform, which may be a software renderer, then for
// devices whose driver is software: print GL_RENDERER with every number. Nothing is drawn
// to the screen; draw into framebuffer objects.
//
// A program links no libEGL: the first call opens it, and an error says so where it is missing.
//
// A context belongs to the thread that opened it: call runtime.LockOSThread
// before Open, and use and close the context on that thread.
package egl
