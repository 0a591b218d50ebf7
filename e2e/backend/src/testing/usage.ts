/** What a server under load has taken so far. */
interface Usage {
  cpuMs: number;
  memoryMb: number;
}

/** Answers any message of the parent process with the usage of this one. */
export function answerUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 1_048_576 };
    process.send?.(usage);
  });
}
