/** Rules for passwords (OWASP ASVS 5.0, 6.2). Each refusal is a 400 with its own code. */
import { type PasswordRefusal, PRODUCT } from '@shared/contract';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { UserRow } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';

const MIN_LENGTH = 6;
const MAX_LENGTH = 200;
/** Shorter words of a name are too common to refuse. */
const MIN_NAME_WORD_LENGTH = 6;

type Owner = Pick<UserRow, 'email' | 'name'>;

/** Lower case and without accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const foldWithoutSpaces = (text: string) => fold(text).replace(/\s+/g, '');

const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH),
);

/** Obvious guesses for this product, alone or followed by digits. Listed in `.docs/security.md`. */
const CONTEXT_WORDS = [PRODUCT.slug, 'carregador', 'eletroposto', 'carroeletrico'];
const IS_CONTEXT_WORD = new RegExp(`^(?:${CONTEXT_WORDS.join('|')})\\d*$`);

export function checkPassword(password: string, owner: Owner): void {
  const refusal = refusalOf(password, owner);
  if (refusal) throw new Failure(400, refusal);
}

export function refusalOf(password: string, { email, name }: Owner): PasswordRefusal | undefined {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) return 'PASSWORD_INVALID';
  if (password.trim() === '') return 'PASSWORD_BLANK';
  if (new Set(password.normalize('NFC')).size === 1) return 'PASSWORD_REPEATED';
  const bare = foldWithoutSpaces(password);
  const address = fold(email);
  if (bare === address || bare === address.split('@')[0]) return 'PASSWORD_IS_EMAIL';
  const words = name.split(/\s+/).filter(({ length }) => length >= MIN_NAME_WORD_LENGTH);
  if ([name, ...words].some((part) => bare === foldWithoutSpaces(part))) return 'PASSWORD_IS_NAME';
  return COMMON.has(fold(password)) || IS_CONTEXT_WORD.test(bare) ? 'PASSWORD_COMMON' : undefined;
}
