/**
 * The parts of React Router that the product uses, as one shared module. The data router (loaders,
 * actions) would add 25 KB. `BrowserRouter`, `Link` and `useSearchParams` are our own, because
 * bundlers can't tree-shake React Router's.
 */
export {
  matchRoutes,
  Navigate,
  type Params,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from 'react-router';
export { BrowserRouter } from './browser-router.tsx';
export { Link } from './link.tsx';
export { entryNumber, useBack, usePaths } from './navigation.ts';
export { pathsOf } from './paths.ts';
export { useSearchParams } from './use-search-params.ts';
