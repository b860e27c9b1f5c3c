// Package pass compiles compute programs into passes, and dispatches them. A pass is one
// program with its bindings: storage slots and, for a divided model, the windows of each
// range of masses or springs.
//
//	k := pass.Maker{Ctx: ctx, Files: shaders.Files(), Group: options.DefaultWorkGroup(ctx.Limits)}
//	p, err := k.Make("copy", shaders.Copy, pass.Extent{Count: vectors}, []pass.Slot{...}, to)
//	p.Dispatch(ctx)
//	ctx.Barrier(glx.ByShader) // the next reader decides on the barrier
//
// The maker of a pass releases it. Its buffers are borrowed and must live as long; see
// package buffers for those of a model. Call everything on the thread whose context is
// current.
package pass
