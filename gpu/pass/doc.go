// Package pass compiles compute programs into passes, and dispatches them. A pass is one
// program with all that it binds: storage slots, and, where a model is divided, the windows
// of each range of masses or springs.
//
//	k := pass.Maker{Ctx: ctx, Files: shaders.Files(), Group: options.DefaultWorkGroup}
//	p, err := k.Make("copy", shaders.Copy, pass.Extent{Count: vectors}, []pass.Slot{...}, to)
//	p.Dispatch(ctx)
//	ctx.Barrier(glx.ByShader) // who reads what the pass wrote
//
// Who makes a pass releases it. The buffers that it binds are borrowed, and must live as
// long; see package buffers for those of a model. Everything must be called on the thread
// whose context is current.
package pass
