// jobs waits for a run, stops another one, and sees one fail and one end by an exception: jobs FOLDER
#include <cstdio>
#include <fstream>

#include "hooke.hpp"

// options are those of a run into a folder.
static std::string options(const std::string &folder, const std::string &more) {
	return R"({"engine": "cpu", "out": ")" + folder + "\", " + more + "}";
}

// begun returns a run that would take hours, once it steps.
static hooke::Job begun(const std::string &folder) {
	hooke::Job job("run", "walker", options(folder, R"("steps": 100000000)"));
	while (job.told().find("\"done\":0,") != std::string::npos && !job.wait(0.01)) {}
	return job;
}

// refused prints the error of a call, which must fail.
template <typename Call> static void refused(const char *what, Call call) {
	try {
		call();
		std::printf("%s: no error\n", what);
	} catch (const hooke::Error &e) {
		std::printf("%s: code %d: %s\n", what, static_cast<int>(e.code), e.what());
	} catch (const std::logic_error &e) {
		std::printf("%s: %s\n", what, e.what());
	}
}

int main(int count, char **arguments) {
	if (count != 2) return 2;
	const std::string folder = arguments[1], stopped = folder + "/stopped", left = folder + "/left";
	try {
		hooke::Job job("run", "walker", options(folder, R"("steps": 157)"));
		job.wait();
		std::printf("waited: %s\n", job.told().c_str());

		job = begun(stopped); // the first one is released
		hooke::Job moved = std::move(job);
		moved.stop();
		refused("stopped", [&] { moved.wait(); });
		refused("moved from", [&] { job.wait(); });
		refused("never begun", [] { hooke::Job("run", "walker", R"({"stepss": 3})"); });
		hooke::Job failing("run", "cube", options(folder + "/failed", R"("steps": 10000, "set": {"run.dt": 0.02})"));
		refused("failed", [&] { failing.wait(); });

		hooke::Sim sim("walker", R"({"engine": "cpu"})");
		auto positions = sim.read<double>("positions64");
		sim.keep();
		std::printf("taken in no time: %d\n", sim.step_for(1000000000, 0.001) < 1000000000);
		sim.keep();
		for (double &x : positions) x *= 2;
		sim.place(positions);
		std::printf("placed: %s\n", sim.read<double>("positions64") == positions ? "yes" : "no");
		sim.render(folder + "/page.html");
		sim.live();
		const std::string page = sim.push(), next = sim.push();
		std::printf("pushed a %s, then %c; rendered: %s\n", page.find("<html") != std::string::npos ? "page" : "fault", next[0], sim.info().find("\"rendered\":{") != std::string::npos ? "yes" : "no");
		refused("short velocities", [&] { sim.place(positions, {1, 2, 3}); });
		refused("no such axis", [&] { sim.view<float>("positions").shape(2); });

		hooke::Ensemble two("walker", 2);
		refused("an empty mask", [&] { two.reset(std::vector<bool>{}); });
		hk_error e;
		refused("no mask", [&] { if (hk_reset_some(two.get(), nullptr, 2, &e)) throw hooke::Error(e); });
		if (hooke::about().find("\"abi\":") == std::string::npos) return 1;

		try {
			hooke::Job thrown = begun(left);
			hooke::Env env("crawler", 2, R"({"period": 40})");
			env.seen.clear(); // reset gives it its size again
			env.reset({true, false});
			throw std::length_error("on the way");
		} catch (const std::length_error &) {
			std::printf("left: %s\n", std::ifstream(left + "/final.npz") ? "its state is written" : "it goes on");
		}
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
