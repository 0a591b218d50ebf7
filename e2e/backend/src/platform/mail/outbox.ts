/** Mails, and the outbox that keeps them in a sandbox without SMTP. */
export interface Mail {
  to: string;
  /** Name of the sender: the brand's. */
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends a mail; throws on failure. */
export type Send = (mail: Mail) => Promise<void>;

/** The oldest mails are dropped: the outbox is for trying out the product. */
const MAX_KEPT = 100;
const LINK = /https?:\/\/\S+/g;

export interface SentMail extends Omit<Mail, 'html'> {
  links: string[];
  /** ISO 8601 in UTC. */
  at: string;
}

/** Keeps mails in memory instead of sending them. */
export function createOutbox(now: () => Date) {
  let kept: SentMail[] = [];
  const store: Send = async ({ html: _, ...mail }) => {
    const sent = { ...mail, links: mail.text.match(LINK) ?? [], at: now().toISOString() };
    kept = [sent, ...kept].slice(0, MAX_KEPT);
  };
  return { store, mails: (): readonly SentMail[] => kept };
}
