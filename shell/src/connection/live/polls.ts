/** State of the polling while no live connection opens (`poll.ts`). */
import { atom } from 'jotai';

/** Number of polls since the live connection was lost; 0 while it is open, or calls fail. */
export const pollsAtom = atom(0);
/** Whether the user continues without a live connection. Ends when it has been open for 5 s. */
export const continuesAtom = atom(false);
