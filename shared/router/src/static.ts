/** Router for rendering a URL without a browser. Not part of a page. */
export { StaticRouter } from 'react-router';
