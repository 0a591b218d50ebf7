/** Routers for tests, which keep the URL in memory. Not part of a page. */
export { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
