export { BRANDS } from '@shared/contract/brand-file';
export { publishBrands } from './publish-brands.ts';
