/** The process that renders first views: started on first use, and again after it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_MEMORY_MB = 128;
/** Opening hours are shown in the time zone of most sites: the browser's isn't known. */
const TIME_ZONE = 'America/Sao_Paulo';

const source = readFileSync(new URL('./renderer-child.ts', import.meta.url), 'utf8');
const ARGUMENTS = [
  // No files, processes, workers, native code or WASI.
  '--permission',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${MAX_MEMORY_MB}`,
  // In MB. With the default, 16, a view's garbage stays for long.
  '--max-semi-space-size=2',
  '--disable-warning=ExperimentalWarning',
  '--input-type=module-typescript',
  '--eval',
  source,
];

/** A verified file of code. */
export interface Code {
  /** Integrity hash of `code`. */
  id: string;
  code: string;
}

/** Error of the call that ended the process: it was stuck, or took too much memory. */
export class FatalCall extends Error {}

/** Error of the calls that waited for the process when it ended, or found it ended. */
export class RendererEnded extends Error {}

/**
 * @param stuckMs time limit of one message: a process that doesn't reply by then is killed. The
 * evaluation of a bundle may take ten times as long.
 */
export function createRenderer(stuckMs: number) {
  const loadMs = 10 * stuckMs;
  let running: ReturnType<typeof start> | undefined;
  let isClosed = false;

  function start(shell: Code) {
    const child = spawn(process.execPath, ARGUMENTS, {
      env: { TZ: TIME_ZONE },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    /** Pending and completed evaluations of bundles, by id. */
    const bundles = new Map<string, Promise<unknown>>();
    const started = { shell: shell.id, bundles, ...exchange(child) };
    child.once('exit', () => {
      if (running === started) running = undefined;
    });
    bundles.set(shell.id, started.send({ act: 'shell', code: shell.code }, loadMs));
    return started;
  }

  return {
    /**
     * Calls a function of the shell's server bundle for a remote's bundle.
     * @param onTurn is called when the process has replied to all earlier calls
     * @throws `FatalCall`, `RendererEnded`, or an error if the function throws
     */
    async call(
      shell: Code,
      bundle: Code,
      act: 'planView' | 'render',
      request: unknown,
      onTurn?: () => void,
    ): Promise<unknown> {
      if (isClosed) throw new Error('the renderer is closed');
      // A new build of the shell needs a new process.
      if (running?.shell !== shell.id) {
        running?.end();
        running = start(shell);
      }
      const { bundles, send } = running;
      await bundles.get(shell.id);
      const loading =
        bundles.get(bundle.id) ?? send({ act: 'bundle', bundle: bundle.id, code: bundle.code }, loadMs);
      bundles.set(bundle.id, loading);
      await loading;
      return send({ act, bundle: bundle.id, request }, stuckMs, onTurn);
    },
    close() {
      isClosed = true;
      running?.end();
    },
  };
}

interface Reply {
  value?: unknown;
  error?: string;
}

/** Sends messages to a child, one at a time in their order, and returns its replies. */
function exchange(child: ChildProcess) {
  let hasEnded = false;
  let current: PromiseWithResolvers<Reply> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const kill = () => void child.kill('SIGKILL');
  const finish = (error: Error) => {
    hasEnded = true;
    current?.reject(error);
  };
  const fail = () => finish(new FatalCall('the renderer was stuck or has crashed'));
  child.once('exit', fail);
  child.once('error', fail);
  child.on('message', (reply: Reply) => current?.resolve(reply));
  // Don't keep the server running.
  child.unref();
  child.channel?.unref();

  /** @param limitMs after this time without a reply, the child is killed */
  async function takeTurn(message: object, limitMs: number, onTurn?: () => void): Promise<unknown> {
    if (hasEnded) throw new RendererEnded('the renderer has ended');
    current = Promise.withResolvers();
    const { promise, reject } = current;
    const stuck = setTimeout(kill, limitMs);
    onTurn?.();
    child.send(message, (error) => {
      if (error) reject(new RendererEnded(error.message));
    });
    const { value, error } = await promise.finally(() => clearTimeout(stuck));
    if (error !== undefined) throw new Error(error);
    return value;
  }

  return {
    send(...turn: Parameters<typeof takeTurn>): Promise<unknown> {
      const reply = last.then(() => takeTurn(...turn));
      last = reply.catch(() => undefined);
      return reply;
    },
    end() {
      finish(new RendererEnded('the renderer has ended'));
      kill();
    },
  };
}
