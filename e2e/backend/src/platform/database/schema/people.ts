/** Brands, their users, and the tokens of users. */
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** Column for the id of another row. */
export const requiredId = (name: string) => integer(name).notNull();
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** An image as a `data:image/…;base64,…` URL. */
export const files = pgTable('files', { id: identity(), data: text('data').notNull() });

export const brands = pgTable('brands', {
  /** The `appId` of the API, and the value of `X-Brand-ID`. */
  id: identity(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  color: text('color').notNull(),
  logoFileId: integer('logo_file_id').references(() => files.id),
  supportEmail: text('support_email'),
  supportPhone: text('support_phone'),
  supportWhatsapp: text('support_whatsapp'),
  termsLink: text('terms_link'),
  privacyLink: text('privacy_link'),
  userDomain: text('user_domain').notNull(),
  /** Whether drivers may charge without an account (`guestCharge` of the network file). */
  guestCharge: boolean('guest_charge').notNull().default(false),
  /** Whether a known car may begin a charge by being plugged in (`autocharge` of the network file). */
  autocharge: boolean('autocharge').notNull().default(false),
  /** Whether drivers may wait in line for a connector (`waitingLine` of the network file). */
  waitingLine: boolean('waiting_line').notNull().default(false),
});

export type BrandRow = typeof brands.$inferSelect;

export const users = pgTable(
  'users',
  {
    id: identity(),
    brandId: requiredId('brand_id').references(() => brands.id),
    /** Lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** Digits only, as is `cpf`. */
    phone: text('phone'),
    cpf: text('cpf'),
    /** YYYY-MM-DD */
    birthdate: text('birthdate'),
    /** `scrypt$N$r$p$salt$hash`, null for an account without a password. */
    passwordHash: text('password_hash'),
    /**
     * Null until a link in a mail was used. Without it, `pnpm network apply` gives the account rights
     * only after removing its password and sessions.
     */
    emailConfirmedAt: instant('email_confirmed_at'),
    /**
     * Whether it is the user of one charge without an account (`guest_charges`): its e-mail is a
     * placeholder, and its session may make few calls.
     */
    isGuest: boolean('is_guest').notNull().default(false),
    /** Groups of the network file, at which releases may be aimed. Sorted. */
    groups: text('groups').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_brand_email').on(table.brandId, table.email)],
);

export type UserRow = typeof users.$inferSelect;
/** Column for the owner of a row, which is deleted with the user. */
export const ownerId = () => requiredId('user_id').references(() => users.id, { onDelete: 'cascade' });

export const authTokens = pgTable(
  'auth_tokens',
  {
    /** SHA-256 of the token in hex: the token itself isn't stored. */
    hash: text('hash').primaryKey(),
    userId: ownerId(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Last use, accurate to an hour. An idle session expires. */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('auth_tokens_user').on(table.userId)],
);

/** One-use tickets that open a session's live stream, so that no URL contains its token. */
export const liveTickets = pgTable(
  'live_tickets',
  {
    /** SHA-256 in hex, as in `auth_tokens`. */
    hash: text('hash').primaryKey(),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => authTokens.hash, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('live_tickets_session').on(table.sessionHash)],
);

/** Token in the link of a mail. A new one replaces the user's previous one for the same purpose. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    userId: ownerId(),
    purpose: text('purpose').$type<'confirm' | 'reset'>().notNull(),
    /** SHA-256 in hex, as in `auth_tokens`. */
    hash: text('hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    /** Where the guest wanted to go when the mail was requested. */
    returnPath: text('return_path'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

export const pushTokens = pgTable('push_tokens', {
  token: text('token').primaryKey(),
  userId: ownerId(),
  platform: text('platform'),
  appVersion: text('app_version'),
  isLoggedIn: boolean('is_logged_in').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
