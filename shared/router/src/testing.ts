/** For tests alone: a router whose address can be read from outside. Never part of a page. */
export { createMemoryRouter, RouterProvider } from 'react-router';
