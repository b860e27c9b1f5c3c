"""Environments of Gymnasium, in which robots learn; they need gymnasium 1.1 or newer: pip install 'hooke[gym]'.

    env = hooke.gym.VectorEnv("crawler", num_envs=1024, period=40, reward="speed_forward - 0.1*work_positive", limit=100)
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(actions)      # (1024, inputs) float32

Actions are the inputs of the scene, the length of each muscle where it has none; observations are the numbers of its sensors,
those of how the robot moves where it has none.
"""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._calls import Path, apart, numbers_of, options_of
from ._ensemble import Members, Table, mask_of, paths_of
from ._library import ArgumentError, ErrorText, fail, lib

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as e:
    raise ImportError("hooke.gym makes environments of Gymnasium 1.1 or newer, which is not installed: pip install 'gymnasium>=1.1'") from e

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Stepped = Tuple[Floats, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Dict[str, Any]]

__all__ = ["Env", "VectorEnv"]

_modes = {AutoresetMode.NEXT_STEP: "next_step", AutoresetMode.SAME_STEP: "same_step", AutoresetMode.DISABLED: "disabled"}


class VectorEnv(gymnasium.vector.VectorEnv["Floats", "Floats", "npt.NDArray[Any]"]):
    """Environments of one scene that are stepped together, by one call of the library for a step of all.

    period is how many steps of the solver one step of an environment has (default: the scene's). reward is an expression
    over the columns of metrics: speeds, work, path and slip of the period, all others at its end. An episode terminates where
    run.until of the scene ends it or where it diverges, and is truncated after limit periods. noise [m/s] is the standard
    deviation of the velocity at the start. free lists paths of docs/ensembles.md that set changes. Options are those of
    hooke.Ensemble. reset(options={"reset_mask": mask}) begins anew with some, whatever the mode of autoreset.

    Arrays that step returns are new ones each time. Same seed and same actions give the same bytes.
    """

    def __init__(
        self,
        scene: Path,
        num_envs: int = 1,
        *,
        period: Optional[int] = None,
        reward: Optional[str] = None,
        limit: Optional[int] = None,
        autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
        noise: Optional[float] = None,
        free: Union[str, Sequence[str]] = (),
        **options: Any,
    ):
        mode = AutoresetMode(autoreset_mode)
        given = {"period": period, "reward": reward, "limit": limit, "autoreset": _modes[mode], "noise": noise or None, "free": paths_of(free), **options}
        error = ErrorText()
        path, count, text = os.fsencode(scene), operator.index(num_envs), options_of(given)
        self.members = Members(apart(lambda error: lib.hk_env(path, count, text, error), error), error)
        known = self.members.info
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        low, high = (np.array([in_[key] for in_ in known["inputs"]], np.float32) for key in ("min", "max"))
        free_inputs = low >= high  # they have no bounds
        low[free_inputs], high[free_inputs] = -np.inf, np.inf
        width = sum(sensor["width"] for sensor in known["sensors"])
        self.single_action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (width,), np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._taken, self._shown = (num_envs, len(low)), (num_envs, width)
        self._same_step, self._seeded = mode is AutoresetMode.SAME_STEP, False

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Floats, Dict[str, Any]]:
        """Begin new episodes: of all, or where options["reset_mask"] is true; returns what all show, (num_envs, numbers) float32, and {}.

        Environment i gets the seed seed + i, or seed[i]; without a seed random numbers continue, at first from a random one.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds: Optional[List[int]] = None
        if isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        elif seed is not None:
            if len(seed) != self.num_envs:
                raise ArgumentError(f"{len(seed)} seeds for {self.num_envs} environments")
            seeds = [int(self.np_random.integers(1 << 63)) if of is None else int(of) for of in seed]
        elif not self._seeded:
            seeds = self.np_random.integers(1 << 63, size=self.num_envs).tolist()
        if seeds is not None and not all(0 <= of < 1 << 64 for of in seeds):
            raise ArgumentError(f"a seed is {min(seeds)}; give whole numbers from 0 on")
        mask = (options or {}).get("reset_mask")
        which = None if mask is None else mask_of(mask, self.num_envs)
        own = None if seeds is None else np.array(seeds, np.uint64)
        seen = np.empty(self._shown, np.float32)
        self.members._state += 1
        self.members._call(lib.hk_env_reset, None if which is None else which.ctypes.data, None if own is None else own.ctypes.data, seen.ctypes.data)
        self._seeded = True
        return seen, {}

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Take a period of all environments by actions, (num_envs, inputs): observations (num_envs, numbers) float32, rewards, terminated and truncated, (num_envs,), and info.

        With autoreset_mode SAME_STEP info["final_obs"] has what was seen last of those that ended, info["_final_obs"] which these are.
        """
        given = np.ascontiguousarray(numbers_of("actions", actions), np.float32)
        if given.shape != self._taken:
            raise ArgumentError(f"actions have shape {given.shape}; give {self._taken}")
        if not self._seeded:
            raise ArgumentError("reset was not called; it begins the first episodes")
        count = self.num_envs
        seen, rewards = np.empty(self._shown, np.float32), np.empty(count)
        terminated, truncated = np.empty(count, bool), np.empty(count, bool)
        final = np.empty(self._shown, np.float32) if self._same_step else None
        members, error = self.members, ErrorText()
        members._state += 1
        if not members._close.alive:
            raise ArgumentError("these environments are closed")
        if lib.hk_env_step(
            members._handle,
            given.ctypes.data,
            seen.ctypes.data,
            rewards.ctypes.data,
            terminated.ctypes.data,
            truncated.ctypes.data,
            None if final is None else final.ctypes.data,
            error,
        ):
            fail(error)
        info: Dict[str, Any] = {}
        if final is not None:
            ended = terminated | truncated
            if ended.any():
                last = np.full(count, None, object)
                for i in np.flatnonzero(ended):
                    last[i] = final[i]
                info = {"final_obs": last, "_final_obs": ended, "final_info": {}, "_final_info": ended}
        return seen, rewards, terminated, truncated, info

    def set(self, path: str, values: npt.ArrayLike) -> None:
        """Give environments other values of a path that is free, from the next step on: one for all, (num_envs,), or (num_envs, numbers)."""
        self.members.set(path, values)

    @property
    def metrics(self) -> Table:
        """How robots have moved in their episodes: arrays (num_envs,) float64 by column; see docs/metrics.md."""
        return self.members.metrics

    def close_extras(self, **unused: Any) -> None:
        """Release the robots."""
        self.members.close()


class Env(gymnasium.Env["Floats", "Floats"]):
    """One environment of a scene; arguments are those of VectorEnv, which steps many in hardly more time."""

    def __init__(self, scene: Path, **options: Any):
        self.vector = VectorEnv(scene, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.action_space, self.observation_space = self.vector.single_action_space, self.vector.single_observation_space
        self.metadata = {"render_modes": []}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Floats, Dict[str, Any]]:
        """Begin a new episode; returns the observation, (numbers,) float32, and {}."""
        super().reset(seed=seed)
        seen, info = self.vector.reset(seed=seed)
        return seen[0], info

    def step(self, action: npt.ArrayLike) -> Tuple[Floats, float, bool, bool, Dict[str, Any]]:
        """Take a period by an action, (inputs,): the observation, (numbers,) float32, the reward, terminated, truncated and {}."""
        seen, reward, terminated, truncated, info = self.vector.step(numbers_of("actions", action)[None])
        return seen[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), info

    def close(self) -> None:
        """Release the robot."""
        self.vector.close()
