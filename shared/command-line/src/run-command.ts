/** What every command does: help, wrong arguments, and failures without a stack. */

/** Thrown for arguments that a command doesn't accept, with the reason. */
export class WrongArguments extends Error {
  constructor(reason = 'Wrong arguments.') {
    super(reason);
  }
}

/** Runs a command, as `orExit` does, and sets the exit code that it returns. */
export async function runCommand(help: string, run: () => Promise<number>): Promise<void> {
  process.exitCode = await orExit(help, run);
}

/**
 * Runs a task of a command. With `--help`, and if the command needs arguments and has none, prints the help
 * text and ends the process. If the task fails, prints why, for wrong arguments below the help text, and
 * ends the process with code 1.
 */
export async function orExit<T>(help: string, task: () => T | Promise<T>): Promise<T> {
  const args = process.argv.slice(2);
  try {
    if (args.includes('--help') || args.includes('-h')) return exitWithHelp(help);
    return await task();
  } catch (error) {
    const isUsage = isWrongArguments(error);
    if (isUsage && args.length === 0) return exitWithHelp(help);
    if (isUsage) console.error(`${help}\n`);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function exitWithHelp(help: string): never {
  console.log(help);
  process.exit();
}

const isWrongArguments = (error: unknown): boolean =>
  error instanceof WrongArguments ||
  // Of `parseArgs`.
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));
