import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';
import type { HashCost, Passwords } from './auth/passwords.ts';

export interface PeopleOptions extends PlatformOptions {
  /** Cost of password hashing; `HASH_COST` by default. */
  passwordCost?: HashCost | undefined;
}

export interface PeopleContext extends PlatformContext {
  options: PeopleOptions;
  passwords: Passwords;
}
