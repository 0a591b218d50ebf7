import { defaultStackParser } from '@sentry/browser';
import { remoteFileAt } from '@shared/registry/built-files';
import { type Place, placeText } from './report.ts';
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

/** Returns what may be reported; of a thrown value that isn't an `Error`, only its type. */
export function describeError(error: unknown, where: Place, brand: string): ErrorDescription {
  const isError = error instanceof Error;
  const message = isError ? String(error.message) : '';
  const stack = isError ? String(error.stack ?? '') : '';
  // Chromium's stack starts with the name and the message, and the message may look like a frame.
  const repeatsMessage = stack.split('\n', 1)[0]?.includes(`: ${message.split('\n', 1)[0]}`);
  const calls = repeatsMessage ? stack.slice(stack.indexOf(message) + message.length) : stack;
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

function remoteOf(where: Place, frames: readonly StackFrame[]): string | undefined {
  if (typeof where === 'object') return `${where.remote}@${where.version}`;
  const file = frames.map(({ filename }) => remoteFileAt(filename)).find(Boolean);
  return file && `${file.name}@${file.version}`;
}

/** The last word may come from the address bar, as in `path charger`. */
function placeOf(where: Place, brand: string): string {
  if (typeof where === 'object') return placeText({ ...where, screen: scrubText(where.screen ?? '', brand) });
  const [, kind, segment] = /^(path|segment) (.*)$/s.exec(where) ?? [];
  return kind ? `${kind} ${scrubPath(segment ?? '', brand)}` : scrubText(where, brand);
}

/** Returns the calls of a stack, innermost first. */
const stackFrames = (stack: string, brand: string): StackFrame[] =>
  defaultStackParser(stack)
    .reverse()
    .map(({ function: name = '', filename = '', lineno = 0, colno = 0 }) => ({
      function: /^(?:async |new )?[\w$.<>]{1,60}$/.test(name) ? name : '?',
      filename: scrubUrl(filename, brand),
      lineno,
      colno,
    }));
