/** The slot of the account's deletion shows the same link as the wallet. */
export { PaybackRow as Component } from './payback-row.tsx';
