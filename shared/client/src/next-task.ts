/**
 * Lets the browser paint and handle input before the code goes on. Safari has no `scheduler`, and
 * Chrome before 129 no `yield` in it.
 */
export const nextTask = async (): Promise<void> => {
  if (typeof globalThis.scheduler?.yield === 'function') await globalThis.scheduler.yield();
  else await new Promise((resolve) => setTimeout(resolve));
};
