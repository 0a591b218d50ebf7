export { publishBrands } from './publish-brands.ts';
