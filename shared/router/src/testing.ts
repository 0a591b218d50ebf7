/** Only for tests: a router whose location tests can read. Never bundled. */
export { createMemoryRouter, RouterProvider } from 'react-router';
