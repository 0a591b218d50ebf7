import { ensureBrowser } from './browser.ts';

export default ensureBrowser;
