/**
 * Names of the statement's entries that are neither a charge nor a top-up (`orderItemDesc`): of a refund,
 * of a top-up that the provider reversed, of credit that went back or is on its way, and of such credit
 * that the provider rejected. The app recognizes these entries by their names, and shows them.
 */
// A module of its own, which remotes bundle: an older shell doesn't provide it.
export const REFUND = 'Reembolso';
export const TAKEN_BACK = 'Pagamento estornado';
export const PAYBACK = 'Devolução de saldo';
export const PAYBACK_REJECTED = 'Devolução recusada';
