/**
 * Unpacks Chromium, its software renderer, its libraries and its fonts into `TMPDIR`: inflate()
 * writes there only.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
for (const archive of ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'])
  await inflate(join(packed, archive));
