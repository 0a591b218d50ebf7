/**
 * What the product uses of React Router. Shared as one module, so only this much of it is downloaded: the data router
 * (loaders, actions) would be 18 KB more, and nothing here loads data by the router.
 */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
export { type Paths, pathsOf, usePaths } from './paths.ts';
export { entryNumber, useBack } from './use-back.ts';
