/** A mail, and how it is sent. */
export interface Mail {
  to: string;
  /** Name of the sender: the brand's. */
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail over to its destination; throws on failure. */
export type Send = (mail: Mail) => Promise<void>;
