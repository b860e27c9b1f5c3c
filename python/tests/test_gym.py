"""What hooke.gym promises: environments as Gymnasium has them, with its checker, and the same bytes for the same seed."""

import importlib.util
import subprocess
import sys
import timeit
import warnings

import numpy as np

import hooke
from refusals import refused

FEW = dict(period=40, limit=5, noise=0.02)


def play(env, seed, steps=7, action_seed=3):
    """All that an environment shows, as bytes."""
    env.action_space.seed(action_seed)
    out = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        out.extend(env.step(env.action_space.sample())[:4])
    return [array.tobytes() for array in out]


def test_vector():
    env = hooke.gym.VectorEnv("crawler", 6, reward="speed_forward - 0.1*work_positive", **FEW)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.num_envs == 6
    assert env.single_action_space == gymnasium.spaces.Box(1, 4, (1,)) and env.single_observation_space.shape == (3,)
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space and info == {}
    before = seen.copy()
    seen_, reward, terminated, truncated, info = env.step(env.action_space.sample())
    assert seen_ in env.observation_space and reward.shape == (6,) and reward.dtype == np.float64
    assert terminated.dtype == truncated.dtype == bool and terminated.shape == truncated.shape == (6,) and info == {}
    assert (seen == before).all() and not np.shares_memory(seen, seen_)
    env.close()
    env.close()
    refused(hooke.ArgumentError, "closed", env.step, np.ones((6, 1)))


def test_same_seed_same_bytes():
    env, beside = (hooke.gym.VectorEnv("crawler", 4, **FEW) for _ in range(2))
    one = play(env, 1)
    assert one == play(env, 1) == play(beside, 1)
    assert one != play(env, 2) and one != play(env, 1, action_seed=4)
    assert one == play(hooke.gym.VectorEnv("crawler", 4, threads=1, **FEW), 1)
    env.reset(seed=[5, None, 7, 8])
    refused(hooke.ArgumentError, "2 seeds", env.reset, seed=[1, 2])
    refused(hooke.ArgumentError, "seed", env.reset, seed=[1, 2, 3, -4])


def test_autoreset():
    modes = gymnasium.vector.AutoresetMode
    for mode in modes:
        env = hooke.gym.VectorEnv("crawler", 3, autoreset_mode=mode, period=40, limit=3)
        assert env.metadata["autoreset_mode"] is mode
        actions = np.array([[1], [2], [4]])
        first, _ = env.reset(seed=0)
        for _ in range(2):
            seen, _, _, truncated, info = env.step(actions)
            assert not truncated.any() and info == {}
        last, reward, _, truncated, info = env.step(actions)
        assert truncated.all() and reward.all()
        if mode is modes.NEXT_STEP:
            assert (last != first).any() and info == {}
            seen, reward, terminated, truncated, _ = env.step(actions)
            assert (seen == first).all() and not reward.any() and not (terminated | truncated).any()
        elif mode is modes.SAME_STEP:
            assert (last == first).all() and info["_final_obs"].all()
            assert all((a != b).any() for a, b in zip(info["final_obs"], first))
        else:
            refused(hooke.Error, "reset", env.step, actions)
            env.reset(options={"reset_mask": np.array([True, False, True])})
            refused(hooke.Error, "reset", env.step, actions)
            env.reset(options={"reset_mask": np.array([False, True, False])})
            env.step(actions)
            refused(hooke.ArgumentError, "mask", env.reset, options={"reset_mask": np.array([True])})


def test_masked_resets_leave_others():
    env = hooke.gym.VectorEnv("crawler", 3, autoreset_mode="Disabled", period=40)
    actions = np.array([[1], [2], [4]])
    env.reset(seed=0)
    env.step(actions)
    before = env.members.read("positions")
    env.reset(options={"reset_mask": np.array([False, True, False])})
    now = env.members.positions
    assert (now[[0, 2]] == before[[0, 2]]).all() and (now[1] != before[1]).any()


def test_terminated_and_free():
    env = hooke.gym.VectorEnv("walker", 3, period=20, free=["gravity.x"], set={"run.until": ["left"], "run.leave_radius": 0.01}, autoreset_mode="SameStep")
    env.set("gravity.x", [0, 9, 0])
    first, _ = env.reset(seed=0)
    ended = np.zeros(3, bool)
    for _ in range(40):
        seen, _, terminated, truncated, info = env.step(np.ones(env.action_space.shape))
        assert not truncated.any()
        ended |= terminated
        if terminated.any():
            assert info["final_obs"][0] is None and info["final_obs"][1].shape == seen[1].shape and (seen[1] == first[1]).all()
            break
    assert ended.tolist() == [False, True, False] and env.metrics["speed"].shape == (3,)


def test_wrappers_and_checker():
    from gymnasium.utils.env_checker import check_env
    from gymnasium.wrappers.vector import RecordEpisodeStatistics, RescaleAction

    env = RecordEpisodeStatistics(RescaleAction(hooke.gym.VectorEnv("crawler", 3, autoreset_mode="SameStep", **FEW), -1, 1))
    env.reset(seed=1)
    for _ in range(FEW["limit"]):
        _, reward, _, truncated, info = env.step(np.zeros(env.action_space.shape, np.float32))
    assert truncated.all() and (info["episode"]["l"] == FEW["limit"]).all()
    one = hooke.gym.Env("crawler", **FEW)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(symmetric|infinity).*")  # its advice on spaces
        check_env(one, skip_render_check=True)


def test_faults():
    refused(hooke.Error, 'did you mean "speed_forward"', hooke.gym.VectorEnv, "crawler", reward="speed_forwrd")
    refused(ValueError, "AutoresetMode", hooke.gym.VectorEnv, "crawler", autoreset_mode="now")
    env = hooke.gym.VectorEnv("crawler", 2)
    refused(hooke.ArgumentError, "reset", env.step, np.ones((2, 1)))
    env.reset()
    refused(hooke.ArgumentError, "shape", env.step, np.ones(2))
    refused(hooke.ArgumentError, "finite", env.step, np.full((2, 1), np.nan))
    refused(hooke.Error, "environments act and step", env.members.step)


def test_costs():
    """Not judged, since tests depend on no clock: the time of Python in a step, with a library that does nothing."""
    env = hooke.gym.VectorEnv("crawler", 4096, period=1)
    env.reset(seed=0)
    actions = np.ones(env.action_space.shape, np.float32)
    real = hooke.gym.lib
    try:
        hooke.gym.lib = type("Library", (), {"hk_env_step": staticmethod(lambda *unused: 0)})
        cost = min(timeit.repeat(lambda: env.step(actions), number=200, repeat=20)) / 200
        print(f"Python in a step of 4096 environments: {cost * 1e6:.2f} µs")
    finally:
        hooke.gym.lib = real


def test_gymnasium_is_named_where_it_is_missing():
    text = "import sys\nsys.modules['gymnasium'] = None\nimport hooke\ntry:\n    hooke.gym\nexcept ImportError as e:\n    print(e)\n"
    out = subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, check=True).stdout
    assert "pip install 'gymnasium" in out, out


if __name__ == "__main__":
    test_gymnasium_is_named_where_it_is_missing()
    if importlib.util.find_spec("gymnasium") is None:
        print("skipped, hooke.gym needs gymnasium")
        sys.exit()
    import gymnasium

    import hooke.gym

    test_vector()
    test_same_seed_same_bytes()
    test_autoreset()
    test_masked_resets_leave_others()
    test_terminated_and_free()
    test_wrappers_and_checker()
    test_faults()
    test_costs()
    print("all passed")
