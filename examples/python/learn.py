"""A robot learns to run: a small policy of its muscles, by the cross-entropy method. Usage: learn.py [FOLDER for policy.npy]

Each environment tries a policy of its own, so that a generation is one episode of all.
"""

import pathlib
import sys
import time

import gymnasium
import numpy as np

import hooke

population, elite, generations, periods = 64, 12, 20, 60
frequency = 2.0  # of the clock that the policy hears [Hz]
rng = np.random.default_rng(1)


def make(count):
    return hooke.gym.VectorEnv("walker", count, period=40, limit=periods, reward="speed_forward", noise=0.02, autoreset_mode=gymnasium.vector.AutoresetMode.DISABLED)


def play(env, weights, seed):
    """The mean speed of each environment [m/s], (environments,), with weights of its own, (environments, inputs, features)."""
    low, high = env.single_action_space.low, env.single_action_space.high
    middle, reach = (low + high) / 2, (high - low) / 2
    dt = env.members.info["period"] * env.members.dt
    seen, _ = env.reset(seed=seed)
    total = np.zeros(env.num_envs)
    for k in range(periods):
        clock = 2 * np.pi * frequency * k * dt
        # Height, velocity, orientation, angular velocity and contact are seen; a clock drives.
        features = np.column_stack([np.tile([1.0, np.sin(clock), np.cos(clock)], (env.num_envs, 1)), seen[:, 1:4], 0.1 * seen[:, 8:11], seen[:, 11]])
        actions = middle + reach * np.tanh(np.einsum("nif,nf->ni", weights, features))
        seen, reward, _, _, _ = env.step(actions)
        total += reward
    return total / periods


def learn():
    env, test = make(population), make(16)
    inputs, features = env.single_action_space.shape[0], 10
    mean, spread = np.zeros((inputs, features)), np.full((inputs, features), 0.5)

    def judged(policy):
        """A policy from 16 starts that no policy has learned from."""
        return play(test, np.tile(policy, (16, 1, 1)), seed=1_000_000).mean()

    begin, curve = time.perf_counter(), [judged(mean)]
    for generation in range(generations):
        tried = mean + spread * rng.standard_normal((population, inputs, features))
        speeds = play(env, tried, seed=1000 * generation)
        best = tried[np.argsort(speeds)[-elite:]]
        mean, spread = best.mean(axis=0), 0.9 * best.std(axis=0) + 0.1 * spread + 0.01
        curve.append(judged(mean))
    print(f"{population * generations} episodes in {time.perf_counter() - begin:.0f} s")
    return mean, curve


if __name__ == "__main__":
    policy, curve = learn()
    waves = hooke.Ensemble("walker", 1)
    own = waves.run(time=periods * 40 * waves.dt)["speed_forward"][0]
    print(f"{curve[0]:.3f} m/s at first, {curve[-1]:.3f} m/s at the end, {own:.3f} m/s by the waves of its scene")
    if len(sys.argv) > 1:
        np.save(pathlib.Path(sys.argv[1]) / "policy.npy", policy)
    if not curve[-1] > max(0.1, 3 * abs(curve[0]), own):
        raise SystemExit("it has learned nothing")
