/** Routers for tests, which keep the URL in memory. Not part of a page. */
import { createMemoryRouter as createRouter } from 'react-router';
import { resetTurns } from './screens/redirect-loop.ts';

export { MemoryRouter, RouterProvider } from 'react-router';

/** Starts without the redirects of earlier tests, as a page does. */
export const createMemoryRouter: typeof createRouter = (...options) => {
  resetTurns();
  return createRouter(...options);
};
