import type { DemoOptions } from './context.ts';

const ALL_INTERFACES = new Set(['0.0.0.0', '::']);

/** Returns the line that a sandbox logs when it starts: what it allows, and to which networks. */
export function sandboxNotice({ host }: Pick<DemoOptions, 'host'>): string {
  const where = ALL_INTERFACES.has(host) ? 'listens on all network interfaces' : `listens on ${host}`;
  return `This is a sandbox: it ${where}, its demo logins are public, and charge points need no password.`;
}
