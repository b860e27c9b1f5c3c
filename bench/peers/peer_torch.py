"""PyTorch: springs summed by index_add_, each operation by itself."""

import sys

import numpy as np
import torch

from lattice import DT, GRAVITY, MASS, STIFFNESS, measure, springs, start

device = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else "cuda"
torch.set_grad_enabled(False)


def make(n):
    at, free = start(n)
    a, b, rest = (torch.as_tensor(array, device=device) for array in springs(n))
    a, b, rest = a.long(), b.long(), rest.float()
    x, free = torch.as_tensor(at.astype(np.float32), device=device), torch.as_tensor(free.astype(np.float32), device=device)[:, None]
    v, f, gravity = torch.zeros_like(x), torch.zeros_like(x), torch.tensor([0, 0, -GRAVITY], device=device)

    def step(steps):
        for _ in range(steps):
            d = x[b] - x[a]
            length = d.norm(dim=1)
            g = d * (STIFFNESS * (length - rest) / length)[:, None]
            f.zero_()
            f.index_add_(0, a, g)
            f.index_add_(0, b, g, alpha=-1)
            v.add_((f / MASS + gravity) * free, alpha=DT)
            x.add_(v, alpha=DT)

    return step, torch.cuda.synchronize if device == "cuda" else lambda: None, lambda: x.cpu().numpy()


measure(f"PyTorch {torch.__version__}", "index_add", torch.cuda.get_device_name() if device == "cuda" else device, make)
