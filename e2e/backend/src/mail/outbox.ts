import type { Letter, Send } from './mailer.ts';

/** The oldest mails are dropped: the outbox is for trying out the product. */
const MAX_KEPT = 100;
const LINK = /https?:\/\/\S+/g;

export interface SentLetter extends Omit<Letter, 'html'> {
  links: string[];
  /** ISO 8601 in UTC. */
  at: string;
}

/** Keeps mails in memory instead of sending them. */
export function createOutbox(now: () => Date) {
  let kept: SentLetter[] = [];
  const keep: Send = async ({ html: _, ...letter }) => {
    const sent = { ...letter, links: letter.text.match(LINK) ?? [], at: now().toISOString() };
    kept = [sent, ...kept].slice(0, MAX_KEPT);
  };
  return { keep, letters: (): readonly SentLetter[] => kept };
}
