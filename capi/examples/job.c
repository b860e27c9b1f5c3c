/* A run that goes on by itself while the program looks how far it is, and a mesh of it; another one that is stopped. */
#include <stdio.h>
#include <string.h>

#include "hooke.h"

int main(int count, char **arguments) {
	hk_error error;
	char options[600], text[4000];
	int32_t ended = 0;
	if (count != 2) return 2;

	snprintf(options, sizeof options, "{\"engine\": \"cpu\", \"steps\": 157, \"out\": \"%s\"}", arguments[1]);
	hk_job *job = hk_start("run", "walker", options, &error);
	if (!job) return puts(error.text), 1;
	while (!ended) {
		if (hk_wait(job, 0.1, &ended, &error)) return puts(error.text), 1;
		if (hk_told(job, text, sizeof text, NULL, &error)) return puts(error.text), 1;
	}
	printf("told: %s\n", text);
	hk_release(job);

	snprintf(options, sizeof options, "{\"out\": \"%s/walker.glb\"}", arguments[1]);
	job = hk_start("render", arguments[1], options, &error);
	if (!job || hk_wait(job, 60, &ended, &error) || hk_told(job, text, sizeof text, NULL, &error)) return puts(error.text), 1;
	printf("drawn: %s\n", text);
	hk_release(job);
	if (hk_wait(job, 0, &ended, &error)) printf("refused: %s\n", error.text);
	if (!hk_start("run", "walker", "{\"stepss\": 3}", &error)) printf("refused with code %d: %s\n", error.code, error.text);

	snprintf(options, sizeof options, "{\"engine\": \"cpu\", \"steps\": 100000000, \"out\": \"%s/stopped\"}", arguments[1]);
	job = hk_start("run", "walker", options, &error);
	do {
		hk_wait(job, 0.01, &ended, &error);
		hk_told(job, text, sizeof text, NULL, &error);
	} while (strstr(text, "\"done\":0,")); /* its structure is built */
	hk_stop(job, &error);
	if (hk_wait(job, 60, &ended, &error)) printf("stopped: %s\n", error.text);
	hk_release(job);
	hk_release(NULL);
	return 0;
}
