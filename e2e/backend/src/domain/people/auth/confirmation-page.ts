/** HTML pages for the link in a confirmation mail, rendered by the backend, not by the web app. */
import { pathsOf } from '@shared/router/paths';
import { brandTheme } from '@shared/ui/brand-theme';
import { html } from '@shell/server/html';
import type { BrandRow } from '../../../platform/database/schema.ts';

type Brand = Pick<BrandRow, 'slug' | 'name' | 'color'>;

/** No inline scripts, no framing, and no referrer, since the URL may contain the token. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const;

const STYLE = `
:root { color-scheme: light dark; --quiet: light-dark(#535a61, #a6adb4); }
* { box-sizing: border-box; }
body {
  display: grid; min-height: 100dvh; margin: 0; padding: 24px; place-content: center;
  background: light-dark(#fff, #121416); color: light-dark(#171a1c, #eceef0); font: 16px/1.5 system-ui, sans-serif;
}
main { width: min(100vw - 48px, 400px); }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; text-wrap: balance; }
p { margin: 0 0 24px; color: var(--quiet); text-wrap: pretty; }
.brand { margin-bottom: 32px; color: inherit; font-weight: 600; }
button, a {
  display: grid; width: 100%; min-height: 52px; padding: 0 24px; place-items: center; border: 0; border-radius: 12px;
  background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
:focus-visible { outline: 3px solid currentcolor; outline-offset: 3px; }
`;

const pageOf = (brand: Brand, title: string, text: string, action: string) => {
  const theme = brandTheme(brand.color, '#171a1c');
  const colors = `:root { --brand: ${theme['--brand']}; --on-brand: ${theme['--on-brand']}; }`;
  const head = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
`;
  const content = html`
<p class="brand">${brand.name}</p>
<h1>${title}</h1>
<p>${text}</p>
`;
  return `${head}<style>${STYLE}${colors}</style>
</head>
<body>
<main>${content}${action}
</main>
</body>
</html>
`;
};

/** Returns the app's path after a confirmation. It keeps `returnPath` for the login that follows. */
export function confirmedPath({ slug }: Brand, returnPath: string | null): string {
  const query = returnPath === null ? '' : `?${new URLSearchParams({ return_to: returnPath })}`;
  return pathsOf(slug).emailConfirmed() + query;
}

const loginLink = ({ slug }: Brand, path = pathsOf(slug).login()) =>
  html`<a href="${path}">Ir para o login</a>`;

/**
 * The page with the button that confirms. Without `token` its script takes the token from the
 * fragment of the URL and posts it, to get the page for that token. Without an `action`, the
 * fragment would stay in the URL of the next pages.
 */
export const confirmPage = (brand: Brand, token = '') =>
  pageOf(
    brand,
    'Confirme seu e-mail',
    'Toque no botão para confirmar que este endereço é seu.',
    html`<form method="post" action="/v1/confirm/${brand.slug}"><input type="hidden" name="token" value="${token}"><button name="confirm" value="yes">Confirmar e-mail</button></form>
<script src="/v1/confirm/token.js"></script>`,
  );

export const TOKEN_SCRIPT = `const { form, value } = document.querySelector('input');
if (value === '' && location.hash !== '') {
  form.token.value = location.hash.slice(1);
  form.submit();
}
`;

/** @param returnPath path that the guest requested before the registration */
export const alreadyConfirmedPage = (brand: Brand, returnPath: string | null) =>
  pageOf(
    brand,
    'E-mail já confirmado',
    'Está tudo certo: não é preciso confirmar outra vez.',
    loginLink(brand, returnPath === null ? undefined : confirmedPath(brand, returnPath)),
  );

/** For an unknown or expired token. */
export const invalidLinkPage = (brand: Brand) =>
  pageOf(
    brand,
    'Este link não vale mais',
    'Ele expirou ou está incompleto. Sua conta funciona normalmente: é só entrar.',
    loginLink(brand),
  );
