/** What the product writes to people, in the brand's name. */
import { brandTheme } from '@shared/ui/brand-theme';
import { html } from './html.ts';
import type { Letter } from './mailer.ts';

export interface Addressee {
  email: string;
  name: string;
}
interface Sender {
  name: string;
  color: string;
}

interface Content {
  subject: string;
  before: string;
  button: string;
  after: string;
}

/** The letter after registration. `link` leads to a page whose button confirms. */
export const confirmationLetter = (to: Addressee, brand: Sender, link: string): Letter =>
  write(to, brand, link, {
    subject: 'Confirme seu e-mail',
    before: `Sua conta ${brand.name} foi criada. Falta só confirmar que este e-mail é seu.`,
    button: 'Confirmar e-mail',
    after: 'O link vale por 7 dias. Se você não criou esta conta, ignore esta mensagem.',
  });

/** The letter that leads to a new password. */
export const resetLetter = (to: Addressee, brand: Sender, link: string): Letter =>
  write(to, brand, link, {
    subject: 'Crie uma nova senha',
    before: `Recebemos um pedido de nova senha para a sua conta ${brand.name}.`,
    button: 'Criar nova senha',
    after:
      'O link vale por 1 hora e funciona uma vez só. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  });

function write(to: Addressee, brand: Sender, link: string, content: Content): Letter {
  const { subject, before, button, after } = content;
  // The first name alone: it is letters, while the rest of a name may be anything.
  const [first = ''] = to.name.split(' ');
  const hello = `Olá, ${first}!`;
  const theme = brandTheme(brand.color, '#171a17');
  return {
    to: to.email,
    from: brand.name,
    subject,
    text: `${[hello, before, `${button}:\n${link}`, after, brand.name].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>${hello}</p>
<p>${before}</p>
<p><a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${theme['--brand'] ?? ''};color:${theme['--on-brand'] ?? ''};font-weight:600;text-decoration:none">${button}</a></p>
<p>Se o botão não abrir, copie este endereço:<br><a href="${link}" style="word-break:break-all">${link}</a></p>
<p>${after}</p>
<p>${brand.name}</p>
</div>
</body>
</html>
`,
  };
}
