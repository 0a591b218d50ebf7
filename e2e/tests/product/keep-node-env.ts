/**
 * Runs a build in this process. Bundlers set NODE_ENV, and programs that later tests start would
 * inherit it: with `production`, React has no `act`.
 */
export async function keepNodeEnv(build: () => Promise<void>): Promise<void> {
  const { NODE_ENV } = process.env;
  try {
    await build();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
