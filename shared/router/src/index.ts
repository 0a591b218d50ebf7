/**
 * What the product uses of React Router. Shared as one module, so only this much of it is downloaded: the data router
 * (loaders, actions) would be 18 KB more, and nothing here loads data by the router. `BrowserRouter`, `Link` and
 * `useSearchParams` are our own, because bundlers can't tree-shake React Router's.
 */
export {
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from 'react-router';
export { BrowserRouter } from './browser-router.tsx';
export { Link } from './link.tsx';
export { pathsOf, usePaths } from './paths.ts';
export { entryNumber, useBack } from './use-back.ts';
export { useSearchParams } from './use-search-params.ts';
