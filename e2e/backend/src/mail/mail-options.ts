import type { BackendOptions } from '../context.ts';

type MailOptions = Pick<BackendOptions, 'smtpUrl' | 'mailFrom' | 'siteUrl'>;

/**
 * Where mail goes and where its links lead, from `SMTP_URL`, `MAIL_FROM` and `SITE_URL`.
 * @throws where one can't be read, or one is missing that another needs
 */
export function readMailOptions({ SMTP_URL, MAIL_FROM, SITE_URL, NODE_ENV }: NodeJS.ProcessEnv): MailOptions {
  if (SITE_URL && !/^https?:$/.test(readUrl('SITE_URL', SITE_URL).protocol))
    throw new Error('SITE_URL is an http or https address.');
  const siteUrl = SITE_URL && readUrl('SITE_URL', SITE_URL).origin;
  if (!SMTP_URL) return { siteUrl };
  if (!/^smtps?:$/.test(readUrl('SMTP_URL', SMTP_URL).protocol))
    throw new Error('SMTP_URL begins with smtp:// or smtps://.');
  if (!MAIL_FROM) throw new Error('SMTP_URL needs MAIL_FROM, the address that mail comes from.');
  // A request's Host header is anyone's to write: it must not decide where a password link leads.
  if (NODE_ENV === 'production' && !siteUrl)
    throw new Error('SMTP_URL needs SITE_URL in production: links in mails lead there.');
  return { smtpUrl: SMTP_URL, mailFrom: MAIL_FROM, siteUrl };
}

function readUrl(name: string, value: string): URL {
  const url = URL.parse(value);
  // The value may hold a password.
  if (!url) throw new Error(`${name} is no address.`);
  return url;
}
