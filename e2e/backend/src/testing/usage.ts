/** Resources used so far by a server under load. */
interface Usage {
  cpuMs: number;
  memoryMb: number;
}

/** Replies to any message of the parent process with the usage of this process. */
export function reportUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 1_048_576 };
    process.send?.(usage);
  });
}
