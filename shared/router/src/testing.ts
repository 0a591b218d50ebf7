/** Routers for tests, which keep the address in memory. Not part of a page. */
export { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
