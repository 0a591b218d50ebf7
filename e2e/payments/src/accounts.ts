/** An account at both providers. */
export interface Account {
  /** iugu's account id, and the API Pix client id. */
  id: string;
  /** iugu's API token, and the API Pix client secret. */
  secret: string;
  /** Key that receives Pix. */
  pixKey: string;
}

/** The sandbox's account. No bank knows its Pix key, so its codes can't really be paid. */
export const SANDBOX_ACCOUNT: Account = {
  id: 'sandbox',
  secret: 'sandbox',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
};

/** Returns the user and the password of an HTTP Basic header (RFC 7617). */
export function basicCredentials(header: string | undefined): [user: string, password: string] {
  const [scheme, encoded = ''] = (header ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return ['', ''];
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return [user, password.join(':')];
}
