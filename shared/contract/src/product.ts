/**
 * The product's own name. This is the only place that holds it: everything else imports it, and a deployment may
 * still rename itself through `config.json`.
 */
export const PRODUCT = {
  /** Default brand, and the first half of the websocket's sub-protocol. */
  slug: 'faisca',
  name: 'Faísca',
  color: '#3CCC10',
} as const;
