/* hazards uses the library as a program should not: one handle in two threads, calls in a forked child, and a thousand
 * structures that are opened and closed, four times; it prints how much memory those leave [kB], the least of the four: the
 * collector of garbage lets memory swing by a megabyte, and a leak shows each time. */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hooke.h"

static hk_handle *shared;
static volatile int stop;

/* keeps steps until it is told to stop, so that the handle is busy most of the time. */
static void *keeps(void *unused) {
	(void)unused;
	while (!stop) hk_step(shared, 200, NULL);
	return NULL;
}

static long resident(void) {
	long size = 0, pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) return -1;
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* several opens, steps, views and closes a structure many times. */
static int several(int times) {
	hk_error error;
	hk_array at;
	for (; times > 0; times--) {
		hk_handle *h = hk_open("cube", "{\"engine\": \"cpu\", \"threads\": 1}", &error);
		if (!h || hk_step(h, 3, &error) || hk_view(h, "positions", &at, &error)) {
			fprintf(stderr, "%s\n", error.text);
			return 1;
		}
		hk_close(h);
		if (hk_open("cube", "{\"engine\": \"none\"}", &error)) return 1;
	}
	return 0;
}

int main(void) {
	hk_error error;
	pthread_t thread;
	long before, grew, least = 0;
	int round, status = 0;
	pid_t child;

	shared = hk_open("cube", "{\"engine\": \"cpu\"}", &error);
	if (!shared || pthread_create(&thread, NULL, keeps, NULL)) return 1;
	while (hk_step(shared, 1, &error) != HK_BUSY) {}
	printf("busy: %s\n", error.text);
	stop = 1;
	pthread_join(thread, NULL);
	if (hk_step(shared, 1, &error)) return 1;

	child = fork();
	if (child == 0) _exit(hk_step(shared, 1, &error) == HK_FORKED && !hk_open("cube", NULL, &error) ? 7 : 1);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 7) return 1;
	printf("forked: refused\n");
	hk_close(shared);

	if (several(1000)) return 1;
	for (round = 0; round < 4; round++) {
		before = resident();
		if (several(1000)) return 1;
		grew = resident() - before;
		if (round == 0 || grew < least) least = grew;
	}
	printf("grew %ld\n", least);
	return 0;
}
