/** What the product uses of React Router. Shared as one module, so only this much of it is downloaded. */
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
export { type Paths, pathsOf, usePaths } from './paths.ts';
export { useBack } from './use-back.ts';
