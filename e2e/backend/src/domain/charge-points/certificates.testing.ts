/** A certificate authority for tests. */
import type { ExtendedKeyUsage as Usage } from '@peculiar/x509';

// A dependency of `@peculiar/x509` needs `reflect-metadata`, and the test runner doesn't keep the
// order of static imports.
await import('reflect-metadata');
const {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} = await import('@peculiar/x509');

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;
cryptoProvider.set(crypto);

const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Days from now. */
interface Validity {
  from?: number;
  to?: number;
}
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

/** Creates a certificate authority. Certificates and keys are PEM texts. */
export async function createAuthority(name: string) {
  const keys = await makeKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    notBefore: daysFromNow(-30),
    notAfter: daysFromNow(30),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  let serial = 1;

  async function issue(subject: string, usage: Usage, { from = -1, to = 1 }: Validity = {}) {
    const own = await makeKeys();
    serial += 1;
    const serialNumber = serial.toString(16).padStart(2, '0');
    const certificate = await X509CertificateGenerator.create({
      serialNumber,
      subject,
      issuer: root.subject,
      notBefore: daysFromNow(from),
      notAfter: daysFromNow(to),
      signingAlgorithm: ALGORITHM,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new ExtendedKeyUsageExtension([usage]),
        ...(usage === ExtendedKeyUsage.serverAuth
          ? [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])]
          : []),
      ],
    });
    const privateKey = await crypto.subtle.exportKey('pkcs8', own.privateKey);
    return {
      serialNumber,
      cert: certificate.toString('pem'),
      key: PemConverter.encode(privateKey, 'PRIVATE KEY'),
    };
  }

  return {
    ca: root.toString('pem'),
    /** Issues the certificate of a server at 127.0.0.1. */
    issueServer: () => issue('CN=127.0.0.1', ExtendedKeyUsage.serverAuth),
    /** Issues a client certificate for a distinguished name such as `CN=CP-1`. */
    issueClient: (subject: string, validity?: Validity) =>
      issue(subject, ExtendedKeyUsage.clientAuth, validity),
    /** Returns the list of revoked certificates. */
    async revoke(...serialNumbers: string[]) {
      const list = await X509CrlGenerator.create({
        issuer: root.subject,
        thisUpdate: daysFromNow(-1),
        nextUpdate: daysFromNow(1),
        signingAlgorithm: ALGORITHM,
        signingKey: keys.privateKey,
        entries: serialNumbers.map((serialNumber) => ({ serialNumber, revocationDate: daysFromNow(-1) })),
      });
      // OpenSSL doesn't read the label of `toString`.
      return PemConverter.encode(list.rawData, 'X509 CRL');
    },
  };
}
