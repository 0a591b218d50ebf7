// A copy of the brand's own file, which isn't in this package's tarball; a test compares them.
import brand from './default-brand.json' with { type: 'json' };

/** The default brand, which is the product's own. A deployment can override it in `config.json`. */
export const PRODUCT = {
  /** Also the first half of the websocket's sub-protocol. */
  slug: 'faisca',
  name: brand.name,
  color: brand.color,
} as const;
