/** Mails to users, in the brand's name. */
import { isolate } from '@shared/brazil/isolate';
import { brandTheme } from '@shared/ui/brand-theme';
import { html } from '@shell/server/html';
import type { BrandRow, UserRow } from '../../../platform/database/schema.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';

export type Recipient = Pick<UserRow, 'email' | 'name'>;
type Sender = Pick<BrandRow, 'name' | 'color'>;
type SupportedSender = Sender & Pick<BrandRow, 'supportEmail' | 'supportPhone' | 'supportWhatsapp'>;

interface Content {
  subject: string;
  before: string;
  after: string;
  /** Absent in a notice, which must not contain links. */
  action?: { button: string; link: string };
}

/** The mail after registration. `link` opens a page with the button that confirms. */
export const confirmationMail = (to: Recipient, brand: Sender, link: string): Mail =>
  composeMail(to, brand, {
    subject: 'Confirme seu e-mail',
    before: `Sua conta ${isolate(brand.name)} foi criada. Falta só confirmar que este e-mail é seu.`,
    action: { button: 'Confirmar e-mail', link },
    after: 'O link vale por 7 dias. Se você não criou esta conta, ignore esta mensagem.',
  });

export const resetMail = (to: Recipient, brand: Sender, link: string): Mail =>
  composeMail(to, brand, {
    subject: 'Crie uma nova senha',
    before: `Recebemos um pedido de nova senha para a sua conta ${isolate(brand.name)}.`,
    action: { button: 'Criar nova senha', link },
    after:
      'O link vale por 1 hora e funciona uma vez só. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  });

export const passwordChangedMail = (to: Recipient, brand: SupportedSender): Mail =>
  composeMail(to, brand, {
    subject: 'Sua senha foi alterada',
    before: `A senha da sua conta ${isolate(brand.name)} foi alterada, e os outros aparelhos foram desconectados.`,
    after: `Se foi você, não é preciso fazer nada. Se não foi, crie outra em "Esqueci minha senha", no aplicativo, e ${supportText(brand)}.`,
  });

export const accountDeletedMail = (to: Recipient, brand: SupportedSender): Mail =>
  composeMail(to, brand, {
    subject: 'Sua conta foi excluída',
    before: `Sua conta ${isolate(brand.name)} foi excluída, e seus dados pessoais foram apagados.`,
    after: `Se foi você, não é preciso fazer nada. Se não foi, ${supportText(brand)}.`,
  });

/** @param facts why the charge ended, and its figures */
export const stoppedUnexpectedlyMail = (to: Recipient, brand: SupportedSender, facts: string): Mail =>
  composeMail(to, brand, {
    subject: 'Sua recarga foi interrompida',
    before: `Sua recarga parou sem que você ou o veículo a finalizassem. ${facts}.`,
    after: `Você paga só o que usou, e o recibo está no extrato do aplicativo. Se precisar de ajuda, ${supportText(brand)}.`,
  });

/** @param facts what was paid, spent and goes back */
export const guestReceiptMail = (to: Recipient, brand: SupportedSender, facts: string): Mail =>
  composeMail(to, brand, {
    subject: 'Recibo da sua recarga',
    before: `Sua recarga sem cadastro terminou. ${facts}.`,
    after: `O valor devolvido volta para a conta que pagou o Pix. Se precisar de ajuda, ${supportText(brand)}.`,
  });

function supportText({ supportEmail, supportWhatsapp, supportPhone }: SupportedSender): string {
  const contacts = [
    supportEmail && `e-mail ${supportEmail}`,
    supportWhatsapp && `WhatsApp ${supportWhatsapp}`,
    supportPhone && `telefone ${supportPhone}`,
  ].filter(Boolean);
  return `fale com o suporte${contacts.length > 0 ? `: ${contacts.join(', ')}` : ''}`;
}

function composeMail(to: Recipient, brand: Sender, { subject, before, action, after }: Content): Mail {
  // Only the first name, which consists of letters: the rest of a name may be anything.
  const [first = ''] = to.name.split(' ');
  const hello = first ? `Olá, ${isolate(first)}!` : 'Olá!';
  const paragraphs = [hello, before, action && `${action.button}:\n${action.link}`, after, brand.name];
  const opening = html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>${hello}</p>
<p>${before}</p>
`;
  const closing = html`<p>${after}</p>
<p>${brand.name}</p>
</div>
</body>
</html>
`;
  return {
    to: to.email,
    from: brand.name,
    subject,
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    html: `${opening}${action ? renderButton(brand, action) : ''}${closing}`,
  };
}

function renderButton(brand: Sender, { button, link }: { button: string; link: string }): string {
  const theme = brandTheme(brand.color, '#171a17');
  return html`<p><a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${theme['--brand'] ?? ''};color:${theme['--on-brand'] ?? ''};font-weight:600;text-decoration:none">${button}</a></p>
<p>Se o botão não abrir, copie este endereço:<br><a href="${link}" style="word-break:break-all">${link}</a></p>
`;
}
