/** Sites, their charge points and connectors, and the prices there. */
import type { ConnectorStatus, OpeningDay, Plug, PriceProfilePeriod } from '@shared/contract';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { brands, files, identity, instant, ownerId, requiredId } from './people.ts';

/** Apostrophes have no counterpart, so they are dropped: "d'Oeste" is one word. Quoted for SQL. */
const ACCENTED = "ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ’''";
const BARE = 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn';

/**
 * The words of a site's name and address without accents. The letters are listed, because the
 * embedded database lowercases only ASCII, and inlined, because an index expression can't have
 * parameters.
 */
export const siteWords = ({ name, address }: Record<'name' | 'address', AnyPgColumn>) =>
  sql`to_tsvector('simple', regexp_replace(lower(translate(${name} || ' ' || ${address}, ${sql.raw(`'${ACCENTED}'`)}, ${sql.raw(`'${BARE}'`)})), '[^a-z0-9]+', ' ', 'g'))`;

/** Who gets power first: all the same, the emptiest battery, or the earliest charge. */
export const POWER_POLICIES = ['fair', 'battery', 'first'] as const;
export type PowerPolicy = (typeof POWER_POLICIES)[number];

export const sites = pgTable(
  'sites',
  {
    id: identity(),
    /** Name in the network file, which never changes. Null if the site isn't from such a file. */
    key: text('key').unique(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    lat: doublePrecision('lat').notNull(),
    lng: doublePrecision('lng').notNull(),
    freeParking: boolean('free_parking').notNull(),
    private: boolean('private').notNull(),
    /** Seven days from Sunday, local time; an empty list if the hours aren't known. */
    openingHours: jsonb('opening_hours').$type<OpeningDay[]>().notNull(),
    color: text('color'),
    logoFileId: integer('logo_file_id').references(() => files.id),
    backgroundFileId: integer('background_file_id').references(() => files.id),
    /** The sandbox registers unknown charge points at this site. */
    receivesUnknown: boolean('receives_unknown').notNull().default(false),
    /** Power of its supply, which its charge points share. Null if nothing limits them together. */
    maxPowerKw: real('max_power_kw'),
    /** Power of breakers that several charge points share, by the name in `charge_points.power_group`. */
    powerGroups: jsonb('power_groups').$type<Record<string, number>>().notNull().default({}),
    powerPolicy: text('power_policy').$type<PowerPolicy>().notNull().default('fair'),
  },
  (table) => [
    // For the search by distance.
    index('sites_point').using('gist', sql`point(${table.lng}, ${table.lat})`),
    // For the address search.
    index('sites_words').using('gin', siteWords(table)),
    index('sites_free_parking').on(table.id).where(sql`free_parking`),
    index('sites_limited').on(table.id).where(sql`max_power_kw is not null`),
  ],
);

export type SiteRow = typeof sites.$inferSelect;
/** Column for the site of a row, which is deleted with the site. */
export const siteIdColumn = () => requiredId('site_id').references(() => sites.id, { onDelete: 'cascade' });

/** The brands that show a site in their app. */
export const siteBrands = pgTable(
  'site_brands',
  {
    siteId: siteIdColumn(),
    brandId: requiredId('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.brandId] }),
    index('site_brands_brand').on(table.brandId, table.siteId),
  ],
);

export const priceProfiles = pgTable('price_profiles', {
  id: identity(),
  name: text('name').notNull(),
});

/**
 * Prices by date and time of day. At any instant the periods in force cover the day without gap or
 * overlap.
 */
export const pricePeriods = pgTable(
  'price_periods',
  {
    id: identity(),
    profileId: requiredId('profile_id').references(() => priceProfiles.id, { onDelete: 'cascade' }),
    /** Minutes since local midnight; `toMinute` is exclusive. */
    fromMinute: integer('from_minute').notNull().default(0),
    toMinute: integer('to_minute').notNull().default(1440),
    /** `validUntil` is exclusive. Null if there is no limit. */
    validFrom: instant('valid_from'),
    validUntil: instant('valid_until'),
    price: jsonb('price').$type<PriceProfilePeriod>().notNull(),
  },
  (table) => [index('price_periods_profile').on(table.profileId)],
);

/**
 * Profiles of the OCPP 1.6 security whitepaper: password (1), password over TLS (2), or TLS with a
 * client certificate (3).
 */
export type SecurityProfile = 1 | 2 | 3;

export const chargePoints = pgTable(
  'charge_points',
  {
    /** The OCPP identity: the last segment of the charge point's URL. */
    id: text('id').primaryKey(),
    siteId: requiredId('site_id').references(() => sites.id),
    /** Five digits; with `-{connector}` the number that a driver types. */
    code: text('code').notNull().unique(),
    manufacturer: text('manufacturer').notNull(),
    model: text('model').notNull(),
    maxPowerKw: real('max_power_kw').notNull(),
    priceProfileId: requiredId('price_profile_id').references(() => priceProfiles.id),
    online: boolean('online').notNull().default(false),
    /** The instance that holds its connection. */
    owner: text('owner'),
    /** Number of its connections so far, so that the late end of an old one is recognized. */
    epoch: integer('epoch').notNull().default(0),
    /** The charge point is shown as offline from then on, unless it has connected again. */
    offlineDueAt: instant('offline_due_at'),
    lastSeenAt: instant('last_seen_at'),
    /** When its current or last connection began. */
    onlineSince: instant('online_since'),
    bootedAt: instant('booted_at'),
    /** When the server last reset it because starts kept failing. */
    softResetAt: instant('soft_reset_at'),
    /** Fields of the last BootNotification. */
    boot: jsonb('boot').$type<Record<string, string>>(),
    /** OCPP configuration keys with the values that it reported. */
    configuration: jsonb('configuration').$type<Record<string, string>>(),
    /** SHA-256 in hex of its random Basic password. Null if none is set. */
    secretHash: text('secret_hash'),
    /** Hash of a new password that was sent to it but not confirmed yet; usually null. */
    nextSecretHash: text('next_secret_hash'),
    /** Lowest OCPP security profile with which it is admitted. */
    securityProfile: integer('security_profile').$type<SecurityProfile>().notNull().default(1),
    /** Since when it is being installed: operators command it, and no driver charges. Null once it is in service. */
    preparingSince: instant('preparing_since'),
    /** The breaker that it shares with others (`sites.power_groups`). */
    powerGroup: text('power_group'),
    /** Whether `e2e/chargers` simulates this charge point in the demo. */
    simulated: boolean('simulated').notNull().default(false),
  },
  (table) => [
    index('charge_points_site').on(table.siteId),
    index('charge_points_owner').on(table.owner).where(sql`owner is not null`),
    index('charge_points_offline_due').on(table.offlineDueAt).where(sql`offline_due_at is not null`),
  ],
);

/**
 * What a charge point reported by itself: the progress of uploads and firmware updates, security
 * events, requests to sign a certificate, and messages of its vendor
 * (`domain/charge-points/reports.ts`).
 */
export const chargePointReports = pgTable(
  'charge_point_reports',
  {
    id: identity(),
    chargePointId: text('charge_point_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** Name of the OCPP request. */
    message: text('message').notNull(),
    /** Its fields, cut to a length. */
    details: jsonb('details').$type<Record<string, string>>().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    index('charge_point_reports_newest').on(table.chargePointId, table.message, table.id),
    index('charge_point_reports_age').on(table.receivedAt),
  ],
);

/** State in which a simulated connector starts; free if there is none. */
export type ConnectorSimulation =
  | { state: 'charging'; idTag: string; soc: number; batteryKwh: number; powerKw: number }
  | { state: 'faulted'; errorCode: string }
  | { state: 'unavailable' };

/** For whom a connector is kept free, while drivers wait in line for it. */
export interface ConnectorHold {
  /** Whether drivers wait for it. Even without a `turn`, no other user may start there. */
  isWanted: boolean;
  /** The current turn, until an instant in ms since 1970. `idTag` is that of the driver's start. */
  turn?: { userId: number; until: number; idTag: string };
  /** The reservation requested from its charge point, if it may still be in force. */
  reservation?: { id: number; idTag: string; until: number; isKept: boolean };
}

export const connectors = pgTable(
  'connectors',
  {
    chargePointId: text('charge_point_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    connectorId: integer('connector_id').notNull(),
    /**
     * Its EVSE and connector id in OCPP 2.0.1. By default, each connector is the only one of an
     * EVSE with its number.
     */
    evseId: integer('evse_id'),
    evseConnectorId: integer('evse_connector_id'),
    /** For example `Vaga 3`. */
    name: text('name').notNull(),
    plug: text('plug').$type<Plug>().notNull(),
    current: text('current').$type<'AC' | 'DC'>().notNull(),
    maxPowerKw: real('max_power_kw').notNull(),
    /** A car that would get less than this has to pause. Null if the network file has none. */
    minPowerKw: real('min_power_kw'),
    /** As last reported; null before the first report. */
    status: text('status').$type<ConnectorStatus>(),
    errorCode: text('error_code'),
    /** The charge point's own time of this status; older ones that arrive later are ignored. */
    statusAt: instant('status_at'),
    /** Meter register and momentary power; null if the charge point sends none. */
    meterWh: bigint('meter_wh', { mode: 'number' }),
    powerW: integer('power_w'),
    soc: real('soc'),
    /** Id of the last charge; null once its cable was unplugged. */
    cableOf: integer('cable_of'),
    /** When the status changed, or when the charge last began or sent meter values. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The operator made it inoperative during a charge: it isn't free when the charge ends. */
    inoperativeScheduled: boolean('inoperative_scheduled').notNull().default(false),
    /** Null while no driver waits for it (`domain/waiting-line`). */
    hold: jsonb('hold').$type<ConnectorHold>(),
    /** When it was taken out of service for good. Kept for its charges, and shown nowhere else. */
    retiredAt: instant('retired_at'),
    simulation: jsonb('simulation').$type<ConnectorSimulation>(),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.connectorId] }),
    index('connectors_plug').on(table.plug, table.current, table.chargePointId),
    index('connectors_held').on(table.chargePointId).where(sql`hold is not null`),
  ],
);

/**
 * A limit that a charge point was sent for a connector. Powers in W, instants in ms since 1970. Without a
 * `transactionId` it applies to every charge (TxDefaultProfile), otherwise to one (TxProfile).
 */
export interface PowerGrant {
  limitW: number;
  /** From then on `thenW` applies, without any further message. */
  until: number;
  thenW: number;
  sentAt: number;
  /** Whether the charge point has accepted it. Until then, and after a timeout, it may apply or not. */
  isAccepted: boolean;
  transactionId?: number;
}

/** What the server has done to share a site's power with a connector. Instants in ms since 1970. */
export interface PowerState {
  grants: PowerGrant[];
  /** When one of its limits last changed. */
  changedAt: number;
  /**
   * What the car of the connector's charge does: it has enough power to charge, waits for it, or takes none
   * although it could. It can't show that it would take some while it gets none, so it rests until then.
   */
  turn?: { transactionId: number; car: 'fed' | 'waiting' | 'resting'; since: number };
  /** After a refusal or a timeout, nothing is sent before this instant. */
  retryAt: number;
  /** When the connector last delivered more than its limit. */
  exceededAt?: number;
}

/** Only for connectors of sites with a limit. */
export const connectorPower = pgTable(
  'connector_power',
  {
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    state: jsonb('state').$type<PowerState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.connectorId] }),
    foreignKey({
      columns: [table.chargePointId, table.connectorId],
      foreignColumns: [connectors.chargePointId, connectors.connectorId],
    }).onDelete('cascade'),
  ],
);

/** Drivers who wait for a connector of a site. */
export const waitingPlaces = pgTable(
  'waiting_places',
  {
    /** Order of the line: who is moved to its end gets a new one. */
    id: identity(),
    userId: ownerId(),
    siteId: siteIdColumn(),
    plug: text('plug').$type<Plug>().notNull(),
    /** Whether the driver didn't come when it was their turn. */
    missed: boolean('missed').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [
    // One place per account, whichever of its devices requested it.
    uniqueIndex('waiting_places_user').on(table.userId),
    index('waiting_places_site').on(table.siteId),
  ],
);

export type WaitingPlaceRow = typeof waitingPlaces.$inferSelect;
