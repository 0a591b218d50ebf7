/** The only source of randomness in the backend. The simulation passes one with a seed. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Randomness {
  /** Returns bytes for secrets, such as tokens and salts. */
  bytes(size: number): Buffer;
  uuid(): string;
  /** Returns a number from 0 to below 1, for what needn't be secret. */
  fraction(): number;
}

export const systemRandomness: Randomness = {
  bytes: randomBytes,
  uuid: randomUUID,
  fraction: Math.random,
};
