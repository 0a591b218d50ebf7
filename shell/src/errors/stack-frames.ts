import { scrubUrl } from './scrub.ts';

export interface StackFrame {
  function: string;
  /** The file's path, as returned by `scrubUrl`. */
  filename: string;
  lineno: number;
  colno: number;
}

const MAX_FRAMES = 50;
/**
 * `at name (address:line:column)` or `at address:line:column`, and `name@address:line:column` in
 * Firefox and Safari.
 */
const LINE = /^\s*(?:at )?(?:(.*?)(?: \(|@))?([a-z-]+:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** Returns the calls of a stack, innermost first, without the lines that repeat the message. */
export function stackFrames(stack: string, brand: string): StackFrame[] {
  return stack
    .split('\n', 2 * MAX_FRAMES)
    .flatMap((line) => {
      const [, name = '', url = '', row, column] = LINE.exec(line) ?? [];
      if (!url) return [];
      const called = /^(?:async |new )?[\w$.<>]{1,60}$/.test(name) ? name : '?';
      return [
        { function: called, filename: scrubUrl(url, brand), lineno: Number(row), colno: Number(column) },
      ];
    })
    .slice(0, MAX_FRAMES);
}
