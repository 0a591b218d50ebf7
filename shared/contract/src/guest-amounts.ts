// Apart from `guest-charge.ts`: the confirmation of a start doesn't need its schemas.
/** What a guest may pay for a charge without an account, in BRL. */
export const GUEST_AMOUNTS = [20, 35, 60, 100] as const;

/** 32 random bytes as base64url without padding. */
export const GUEST_SECRET = /^[\w-]{43}$/;
