/** What every command does: help, wrong arguments, and failures without a stack. */

/** Thrown for arguments that a command doesn't accept, with the reason. */
export class WrongArguments extends Error {
  constructor(reason = 'Wrong arguments.') {
    super(reason);
  }
}

/**
 * Runs a command and sets the exit code that it returns. Prints the help text instead with `--help`, and
 * if the command needs arguments and has none. If it fails, prints why and sets 1; after wrong
 * arguments, prints the help text as well.
 */
export async function runCommand(help: string, run: () => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    return;
  }
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = isWrongArguments(error);
    if (isUsage && args.length === 0) {
      console.log(help);
      return;
    }
    console.error(error instanceof Error ? error.message : error);
    if (isUsage) console.error(`\n${help}`);
    process.exitCode = 1;
  }
}

const isWrongArguments = (error: unknown): boolean =>
  error instanceof WrongArguments ||
  // Of `parseArgs`.
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));
