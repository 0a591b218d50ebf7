/** Renders an address without a browser. Not part of a page. */
export { matchPath, StaticRouter } from 'react-router';
