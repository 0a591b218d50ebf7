/**
 * Format of a network file (`.docs/network.md`). Unknown keys are errors, to catch misspelt ones.
 */
import { maskPlate, readPlate } from '@shared/brazil';
import { CURRENTS, PLUGS } from '@shared/contract';
import * as z from 'zod/mini';
import { isIdentity } from '../domain/charge-points/handshake.ts';
import { parseEmail } from '../domain/people/auth/account-rules.ts';
import { minutesOf, startOfDay } from '../domain/sites/local-time.ts';
import { POWER_POLICIES } from '../platform/database/schema.ts';

const MAX_NAME_LENGTH = 120;
/** Longest tag of OCPP 1.6 (IdToken). */
const MAX_TAG_LENGTH = 20;
const MAX_POWER_KW = 2000;
const MAX_REAIS = 100_000;
const MAX_GRACE_MINUTES = 24 * 60;

/** An unquoted number isn't text: `code: 01234` would lose its zero. */
const text = (most = MAX_NAME_LENGTH) =>
  z
    .string('must be text; put a number in quotes')
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(most, `must not have more than ${most} characters`),
      z.regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u, 'must not have control characters'),
    );
const matching = (pattern: RegExp, error: string) =>
  z.string('must be text; put a number in quotes').check(z.regex(pattern, error));
const number = (least: number, most: number) =>
  z
    .number('must be a number')
    .check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`));
const list = <T extends z.core.$ZodType>(item: T) => z.array(item, 'must be a list');
const named = <T extends z.core.$ZodType>(item: T, name = text()) =>
  z._default(z.record(name, item, 'must be a mapping'), {});
const listed = <T extends z.core.$ZodType>(item: T) => z._default(list(item), []);
const flag = z.optional(z.boolean('must be true or false'));
const reais = z.optional(number(0, MAX_REAIS));
const grace = z.optional(number(0, MAX_GRACE_MINUTES));
/** The database stores powers in single precision. */
const power = number(0.1, MAX_POWER_KW).check(
  z.refine((kw) => /^\d+(\.\d)?$/.test(String(kw)), 'must not have more than one decimal place'),
);
const siteKey = matching(
  /^[a-z][a-z0-9-]{0,79}$/,
  'must be lower case letters, digits and dashes, beginning with a letter',
);
const email = z.pipe(
  z
    .string('must be text')
    .check(z.refine((typed) => parseEmail(typed) !== undefined, 'must be an e-mail address')),
  z.transform((typed) => parseEmail(typed) ?? typed),
);
const color = matching(/^#[0-9a-f]{6}$/i, "must be a colour such as '#3366FF', in quotes");

/** A date is the beginning of that day in São Paulo. */
const instant = z.pipe(
  z.union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'must be a date such as 2026-12-31, or a time such as 2026-12-31T18:00:00-03:00',
  ),
  z.transform((typed) => (typed.includes('T') ? new Date(typed) : startOfDay(typed))),
);

const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
/** Hours of a price in minutes since midnight. */
const priceHours = z.pipe(
  matching(new RegExp(`^${TIME}-(?:${TIME}|24:00)$`), 'must be a time span such as 07:00-19:00'),
  z.transform((span) => {
    const [from = 0, to = 0] = span.split('-').map(minutesOf);
    return { from, to };
  }),
);
const dayHours = z.pipe(
  matching(new RegExp(`^(?:${TIME}-${TIME}|closed)$`), 'must be a time span such as 07:00-19:00, or closed'),
  z.transform((span) => {
    const [from, to] = span.split('-');
    return span === 'closed' ? { isOpen: false, from: undefined, to: undefined } : { isOpen: true, from, to };
  }),
);

const OpeningHours = z.strictObject({
  daily: dayHours,
  /** Like `daily` if absent. */
  saturday: z.optional(dayHours),
  sunday: z.optional(dayHours),
});

/** The names and units of prices are those of `PriceProfilePeriod`; an absent one is 0. */
const Price = z.strictObject({
  /** Valid from the beginning if absent, and until the next `validFrom` in the list. */
  validFrom: z.optional(instant),
  /** The whole day if absent. */
  hours: z.optional(priceHours),
  priceProfilePeriodFreeCharge: flag,
  PriceKwh: reais,
  PriceTimeCharging: reais,
  TransactionPrice: reais,
  PriceTimeParking: reais,
  ParkingGracePeriod: grace,
  PriceTimePlugged: reais,
  PriceTimeOverstay: reais,
  OverstayGracePeriod: grace,
  OverstayPenalty: reais,
  DiscountTotal: reais,
});

const evseNumber = z.int('must be a whole number').check(z.minimum(1), z.maximum(99));
const ChargePointModel = z.strictObject({
  manufacturer: text(),
  /** The highest power of a connector if absent. */
  maxPowerKw: z.optional(power),
  connectors: list(
    z.strictObject({
      plug: z.enum(PLUGS, `must be one of ${PLUGS.join(', ')}`),
      current: z.enum(CURRENTS, `must be one of ${CURRENTS.join(', ')}`),
      maxPowerKw: power,
      /** A car that would get less from a limited site has to pause. */
      minPowerKw: z.optional(power),
      /** Its number in OCPP 2.0.1, which counts connectors per EVSE. By default that of the connector. */
      evse: z.optional(evseNumber),
      /** Its number at the EVSE, if that has several. */
      connector: z.optional(evseNumber),
    }),
  ).check(z.minLength(1, 'must have a connector'), z.maxLength(9, 'must not have more than 9 connectors')),
});

const ChargePoint = z.strictObject({
  id: z
    .string('must be text; put a number in quotes')
    .check(z.refine(isIdentity, 'must be 1 to 48 printable characters')),
  code: matching(/^\d{5}$/, "must be five digits in quotes, such as '12345'"),
  model: text(),
  /** Names of the connectors 1, 2 and so on. */
  connectors: list(text(40)),
  /** One of the site's `powerGroups`. */
  powerGroup: z.optional(text()),
  /** The site's price if absent. */
  price: z.optional(text()),
  /** Absent, it is in service. Until then, operators command it and no driver charges there. */
  state: z.optional(z.literal('preparing', "must be 'preparing', or absent")),
  /** If absent, the stored secret is kept. Printable, so that every charge point can send it. */
  secret: z.optional(matching(/^[!-~]{16,40}$/, 'must be 16 to 40 printable characters without spaces')),
});

const Site = z.strictObject({
  name: text(),
  address: text(300),
  lat: number(-90, 90),
  lng: number(-180, 180),
  /** The brands that show the site. */
  brands: list(text()),
  /** Unknown if absent. */
  hours: z.optional(text()),
  price: text(),
  freeParking: flag,
  private: flag,
  /** The sandbox registers unknown charge points here. */
  receivesUnknown: flag,
  /** Power of the supply, which the charge points share. They aren't limited if absent. */
  maxPowerKw: z.optional(power),
  /** Power of breakers that several charge points share, by name. */
  powerGroups: named(power),
  powerPolicy: z.optional(z.enum(POWER_POLICIES, `must be one of ${POWER_POLICIES.join(', ')}`)),
  color: z.optional(color),
  /** Pictures, relative to the network file. */
  logo: z.optional(text(400)),
  background: z.optional(text(400)),
  chargePoints: list(ChargePoint),
});

const discountUpTo = (most: number) =>
  z.optional(
    number(0.01, most).check(
      z.refine(
        (amount) => /^\d+(\.\d\d?)?$/.test(String(amount)),
        'must not have more than two decimal places',
      ),
    ),
  );

const Coupon = z.strictObject({
  brand: text(),
  code: matching(/^[A-Z0-9_-]{1,40}$/, 'must be upper case letters, digits, dashes and underscores'),
  /** Exactly one of the two: a percentage, or an amount in BRL. */
  percent: discountUpTo(100),
  value: discountUpTo(MAX_REAIS),
  /** The only site at which it is valid. */
  site: z.optional(text()),
  /** No longer valid from this instant on. */
  expires: z.optional(instant),
});

const Account = { brand: text(), email, name: text() };
const tag = matching(/^[!-~]+$/, 'must be printable characters without spaces').check(
  z.maxLength(MAX_TAG_LENGTH, `must not have more than ${MAX_TAG_LENGTH} characters`),
);

const Vehicle = z.strictObject({
  plate: z.pipe(
    text().check(
      z.refine((typed) => readPlate(typed) !== undefined, 'must be a plate such as ABC-1234 or ABC1D23'),
    ),
    z.transform(maskPlate),
  ),
  name: text(),
  make: text(),
  model: text(),
  /** The site that shows the vehicle on its board. */
  site: text(),
  /** Its card. Charges started with it aren't billed. */
  card: z.optional(tag),
  /** When it departs every day. */
  departure: z.optional(matching(new RegExp(`^${TIME}$`), 'must be a time such as 06:30')),
  /** Energy that it needs for each departure. It needs a full battery if absent. */
  requiredKwh: z.optional(power),
});

const Card = z.union(
  [
    z.strictObject({ tag, label: text(), validUntil: z.optional(instant) }),
    z.strictObject({ tag, label: text(), validUntil: z.optional(instant), brand: Account.brand, email }),
  ],
  "must have a tag and a label, and may have 'validUntil' and the 'brand' and 'email' of an account",
);

/** A slug, or an object with settings of the brand. */
const BrandEntry = z.pipe(
  z.union([text(), z.strictObject({ slug: text(), guestCharge: flag, autocharge: flag, waitingLine: flag })]),
  z.transform((entry) => (typeof entry === 'string' ? { slug: entry } : entry)),
);

export const NetworkFile = z.strictObject(
  {
    /** Each has a folder (`.docs/brands.md`). */
    brands: list(BrandEntry),
    openingHours: named(OpeningHours),
    prices: named(list(Price).check(z.minLength(1, 'must have a price'))),
    /** By the name of the model. */
    chargePointModels: named(ChargePointModel),
    /** By a key that must not change. */
    sites: named(Site, siteKey),
    coupons: listed(Coupon),
    valets: listed(
      z.strictObject({
        ...Account,
        /** `all` are the sites that the brand shows. */
        sites: z.union([z.literal('all'), z.array(text())], "must be a list of sites, or 'all'"),
      }),
    ),
    /** Owners of vehicles. */
    fleets: listed(z.strictObject({ ...Account, vehicles: listed(Vehicle) })),
    /** Users who may command the brand's charge points. */
    operators: listed(
      z.strictObject({
        ...Account,
        /** Whether the user may change the releases of remotes, for all brands. */
        releases: z.optional(z.boolean()),
      }),
    ),
    /** Accounts by group: releases may be aimed at a group. */
    groups: named(list(z.strictObject(Account)), siteKey),
    /**
     * Further cards. Charges started with the card of an account are billed to it, those of other cards
     * aren't billed.
     */
    cards: listed(Card),
  },
  'must be a mapping',
);
export type NetworkFile = z.output<typeof NetworkFile>;
