import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const zstd = promisify(zstdCompress);
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|wasm|manifest\+json)|image\/svg)/;
/** For content that a client is waiting for. */
const QUICK_BROTLI = 9;
/** Saves a tenth of the bytes of a script, and takes 30 times as long. */
const BEST_BROTLI = 11;
/** Higher levels take three times as long to save two percent of the bytes. */
const ZSTD_LEVEL = 12;
/** Start of a Zstandard frame that decoders skip, with a 32-byte hash (RFC 9842 §5). */
const HASH_FRAME = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** Returns whether compression reduces content of this type. */
export const compressible = (type: string) => COMPRESSIBLE.test(type);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the best encoding that the client accepts for content of this type. */
export function encodingFor(accepted: string | undefined, type: string): Encoding {
  if (!compressible(type)) return 'identity';
  const names = (accepted ?? '').split(',').map((part) => part.trim());
  const accepts = (name: string) => names.some((part) => part === name || part.startsWith(`${name};`));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

export function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotliAt(QUICK_BROTLI, content);
  return encoding === 'gzip' ? gz(content, { level: 9 }) : Promise.resolve(content);
}

export const encodeBest = (content: Buffer) => brotliAt(BEST_BROTLI, content);

const brotliAt = (quality: number, content: Buffer) =>
  brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Content that a client has already, and its SHA-256. */
export interface Dictionary {
  content: Buffer;
  digest: Buffer;
}

/** Returns the content in the encoding `dcz`. */
export async function encodeWith(
  { content: dictionary, digest }: Dictionary,
  content: Buffer,
): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL };
  return Buffer.concat([HASH_FRAME, digest, await zstd(content, { params, dictionary })]);
}
