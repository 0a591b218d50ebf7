/** Only for tests: a router with a location that tests can read. Never bundled. */
export { createMemoryRouter, RouterProvider } from 'react-router';
