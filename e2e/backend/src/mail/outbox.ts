import type { Letter, Send } from './mailer.ts';

/** The oldest letters go: this is for someone who tries the product out. */
const MOST_KEPT = 100;
const LINK = /https?:\/\/\S+/g;

export interface SentLetter extends Omit<Letter, 'html'> {
  links: string[];
  /** ISO 8601 in UTC. */
  at: string;
}

/** Letters in memory instead of in the mail. */
export function createOutbox(now: () => Date) {
  let kept: SentLetter[] = [];
  const keep: Send = async ({ html: _, ...letter }) => {
    const sent = { ...letter, links: letter.text.match(LINK) ?? [], at: now().toISOString() };
    kept = [sent, ...kept].slice(0, MOST_KEPT);
  };
  return { keep, letters: (): readonly SentLetter[] => kept };
}
