// learn plays two episodes of four crawlers whose muscles have random frequencies, twice.
#include <cstdio>
#include <cstdlib>

#include "hooke.hpp"

// play is the rewards of all periods of the first episode.
static std::vector<double> play(hooke::Env &env) {
	std::vector<double> rewards;
	std::vector<float> actions(env.environments() * env.inputs());
	unsigned state = 1;
	env.seed({7, 8, 9, 10});
	env.reset();
	for (int period = 1; rewards.size() < 40; period++) {
		for (float &u : actions) u = 1 + 3 * static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / (1u << 24);
		env.step(actions);
		for (double r : env.rewards) rewards.push_back(r);
		if (env.truncated[0] && period < 9) std::printf("truncated in period %d\n", period);
	}
	return rewards;
}

int main() {
	try {
		hooke::Env env("crawler", 4, R"({"period": 40, "limit": 5, "reward": "speed_forward - 0.1*work_positive", "noise": 0.01})");
		std::printf("%d environments, %d input, %d numbers seen\n", static_cast<int>(env.environments()), static_cast<int>(env.inputs()), static_cast<int>(env.observations()));
		const auto one = play(env), two = play(env);
		std::printf("two plays: %s\n", one == two ? "equal" : "unlike");
		if (one[0] == one[1] || one[0] == one[4]) return 1;
		try {
			env.step(3);
			return 1;
		} catch (const hooke::Error &e) {
			std::printf("refused: %s\n", e.what());
		}
		hooke::Ensemble some("walker", 2, R"({"free": ["gravity.z"]})");
		some.set("gravity.z", {-9.8, -1.6});
		some.step(100);
		some.reset({true, false});
		if (some.read<float>("positions").size() != 2 * 192 * 3) return 1;
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
