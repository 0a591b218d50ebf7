/**
 * The product's own name. All other code imports it from here; a deployment can override it in
 * `config.json`.
 */
export const PRODUCT = {
  /** Default brand, and the first half of the websocket's sub-protocol. */
  slug: 'faisca',
  name: 'Faísca',
  color: '#3CCC10',
} as const;
