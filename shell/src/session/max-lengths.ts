/** Maximum lengths of fields: an address by RFC 5321, and more than any name or password needs. */
export const MAX_LENGTHS = { email: 254, name: 120, password: 200 } as const;
