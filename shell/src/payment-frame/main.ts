import { serveTokens } from './serve-tokens.ts';

serveTokens();
