export { BRANDS } from './brand-file.ts';
export { publishBrands } from './publish-brands.ts';
