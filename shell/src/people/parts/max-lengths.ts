/** Maximum field lengths: RFC 5321's for e-mail, and more than any name or password needs. */
export const MAX_LENGTHS = { email: 254, name: 120, password: 200 } as const;
