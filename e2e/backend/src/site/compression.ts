import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|wasm|manifest\+json)|image\/svg)/;
/** The highest quality takes ten times as long to save one percent of the bytes. */
const BROTLI_QUALITY = 9;

/** Whether compression reduces content of this type. */
export const compressible = (type: string) => COMPRESSIBLE.test(type);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the best encoding that the client accepts for content of this type. */
export function encodingFor(accepted: string | undefined, type: string): Encoding {
  if (!compressible(type)) return 'identity';
  const names = (accepted ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) => names.some((part) => part === name || part.startsWith(`${name};`));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

export function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return encoding === 'gzip' ? gz(content, { level: 9 }) : Promise.resolve(content);
}
