/** How much a field takes: an address by RFC 5321, and more than any name or password has. */
export const LONGEST = { email: 254, name: 120, password: 200 } as const;
