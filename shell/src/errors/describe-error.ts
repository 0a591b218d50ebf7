import { defaultStackParser } from '@sentry/browser';
import { remoteFileAt } from '@shared/contract/remote-file';
import { scrubPath, scrubText, scrubUrl } from './scrub.ts';

interface StackFrame {
  function: string;
  /** The file's path, as returned by `scrubUrl`. */
  filename: string;
  lineno: number;
  colno: number;
}

export interface ErrorDescription {
  name: string;
  message: string;
  /** Innermost first. */
  frames: StackFrame[];
  /** The remote in which the error happened, as `{name}@{version}`. */
  remote: string | undefined;
  where: string;
}

/** Returns what may be reported. A thrown value that isn't an `Error` is reported by its type. */
export function describeError(error: unknown, where: string, brand: string): ErrorDescription {
  const isError = error instanceof Error;
  const message = isError ? String(error.message) : '';
  const stack = isError ? String(error.stack ?? '') : '';
  // Chromium's stack starts with the name and the message, and the message may look like a frame.
  const headed = stack.split('\n', 1)[0]?.includes(`: ${message.split('\n', 1)[0]}`);
  const calls = headed ? stack.slice(stack.indexOf(message) + message.length) : stack;
  const frames = stackFrames(calls, brand);
  const name =
    isError && /^[A-Za-z]\w{0,40}$/.test(error.name) ? error.name : isError ? 'Error' : typeof error;
  return {
    name,
    message: scrubText(message, brand),
    frames,
    remote: remoteOf(where, frames),
    where: placeOf(where, brand),
  };
}

/** The version of a remote, and the part of it that failed, if it isn't the version itself. */
const LOADED = /^remote ([a-z][a-z0-9-]*) (\d+\.\d+\.\d+-[0-9a-f]{8})(?:: (.+))?$/s;

function remoteOf(where: string, frames: readonly StackFrame[]): string | undefined {
  const [, name, version] = LOADED.exec(where) ?? [];
  const found = name ? { name, version } : frames.map(({ filename }) => remoteFileAt(filename)).find(Boolean);
  return found && `${found.name}@${found.version}`;
}

/** The last word may come from the address bar, as in `path charger`. */
function placeOf(where: string, brand: string): string {
  const [, kind, segment] = /^(path|segment) (.*)$/s.exec(where) ?? [];
  if (kind) return `${kind} ${scrubPath(segment ?? '', brand)}`;
  const [, name, version, part] = LOADED.exec(where) ?? [];
  if (!name) return scrubText(where, brand);
  return `remote ${name} ${version}${part ? `: ${scrubText(part, brand)}` : ''}`;
}

/** Returns the calls of a stack, innermost first, without the lines that repeat the message. */
const stackFrames = (stack: string, brand: string): StackFrame[] =>
  defaultStackParser(stack)
    .toReversed()
    .map(({ function: name = '', filename = '', lineno = 0, colno = 0 }) => ({
      function: /^(?:async |new )?[\w$.<>]{1,60}$/.test(name) ? name : '?',
      filename: scrubUrl(filename, brand),
      lineno,
      colno,
    }));
