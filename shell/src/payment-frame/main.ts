/**
 * `/payment-frame.html`: runs the payment provider's script in a sandboxed frame of the card
 * screen.
 */
import { serveTokens } from './serve-tokens.ts';

serveTokens();
