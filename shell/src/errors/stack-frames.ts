import { scrubUrl } from './scrub.ts';

export interface StackFrame {
  function: string;
  /** Path of the file, as `scrubUrl` leaves it. */
  filename: string;
  lineno: number;
  colno: number;
}

const MOST = 50;
/** `at name (address:line:column)` or `at address:line:column`, and `name@address:line:column` in Firefox and Safari. */
const LINE = /^\s*(?:at )?(?:(.*?)(?: \(|@))?([a-z-]+:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** The calls of a stack, innermost first. Its other lines, which repeat the message, are left out. */
export function stackFrames(stack: string, brand: string): StackFrame[] {
  return stack
    .split('\n', 2 * MOST)
    .flatMap((line) => {
      const [, name = '', url = '', row, column] = LINE.exec(line) ?? [];
      if (!url) return [];
      const called = /^(?:async |new )?[\w$.<>]{1,60}$/.test(name) ? name : '?';
      return [
        { function: called, filename: scrubUrl(url, brand), lineno: Number(row), colno: Number(column) },
      ];
    })
    .slice(0, MOST);
}
