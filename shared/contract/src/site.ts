import * as z from 'zod/mini';
import { flag, id, instant, number, optional, shownText, strictWithDefault, text } from './fields.ts';
import { accepting, issuesAt, parseJson, withDefault } from './lenient.ts';
import { PriceProfilePeriod } from './price.ts';

export const PLUGS = ['type2', 'j1772', 'chademo', 'ccs1', 'ccs2'] as const;
export type Plug = (typeof PLUGS)[number];
export const CURRENTS = ['AC', 'DC'] as const;

/** One day of opening hours; the list starts on Sunday. `from` and `to` are `HH:mm`. */
export const OpeningDay = z.looseObject({ isOpen: flag, from: optional(text), to: optional(text) });
export type OpeningDay = z.output<typeof OpeningDay>;

/** Strict: a count that can't be parsed isn't zero. */
const ChargerCounts = z.looseObject({
  available: strictWithDefault(number, 0),
  inUse: strictWithDefault(number, 0),
  /** How many of `inUse` are free, but kept for drivers who wait in line. */
  reserved: optional(number),
  offLine: strictWithDefault(number, 0),
  /** How many of `offLine` have no connection. The others are out of service, or unreported. */
  disconnected: optional(number),
});

/** Returns the check of an angle of up to `limit` degrees; a map can't show larger ones. */
const within = (limit: number) =>
  z.refine<number>((value) => Math.abs(value) <= limit, `not within ±${limit}°`);
const longitude = number.check(within(180));
const latitude = number.check(within(90));

function position(): z.ZodMiniTuple<[typeof longitude, typeof latitude], z.ZodMiniUnknown>;
function position(): z.ZodMiniType {
  return accepting(
    () => z.array(number),
    z.transform((value: unknown, { issues }) => {
      const given: unknown[] = Array.isArray(value) ? [...value] : [];
      const read = [longitude, latitude].map((angle) => angle.safeParse(given.shift()));
      for (const [index, { error }] of read.entries()) if (error) issues.push(...issuesAt([index], error));
      return [...read.map(({ data }) => data), ...given];
    }),
  );
}

/** GeoJSON order: [longitude, latitude], and optionally an altitude (RFC 7946 §3.1.1). */
export const Position = position();

/** A site, as the search and `GET /ChargerSites/{id}` return it. */
export const ChargerSite = z.looseObject({
  csId: id,
  csName: withDefault(shownText, ''),
  csFormattedAddress: withDefault(shownText, ''),
  csLocation: optional(z.looseObject({ coordinates: Position })),
  distanceMeters: optional(number),
  chargerSiteStatus: optional(ChargerCounts),
  csFreeParking: optional(flag),
  csPrivate: optional(flag),
  isOpen: optional(flag),
  /** JSON text, or the list itself, of seven `OpeningDay`. Parse it with `openingHours`. */
  csAvailability: optional(z.unknown()),
  cmcType: optional(text),
  csBgFileId: optional(id),
  csLogoFileId: optional(id),
  csBgColor: optional(text),
  /** Highest power among the site's connectors, kW. */
  cmMaxPower: optional(number),
  /** Lowest price per kWh among the site's connectors, BRL. */
  priceFrom: optional(number),
});
export type ChargerSite = z.output<typeof ChargerSite>;

/** Successful charges and attempts of the last 90 days, with the 95 % Wilson interval. */
const Reliability = z.looseObject({
  succeeded: number,
  attempts: number,
  lowPercent: number,
  highPercent: number,
});
export type Reliability = z.output<typeof Reliability>;

const GoodCharge = z.looseObject({ endedAt: instant, energyKwh: number });
export type GoodCharge = z.output<typeof GoodCharge>;

/** Measurements at a connector; absent if there are too few. */
export const ConnectorMeasurement = z.looseObject({
  reliability: optional(Reliability),
  lastGoodCharge: optional(GoodCharge),
});

/** A connector in `GET /SiteConnectors/{id}`. */
export const SiteConnector = z.looseObject({
  ...ConnectorMeasurement.shape,
  chargePointId: id,
  connectorId: id,
  cpCode: optional(id),
  cpCsId: optional(id),
  name: optional(shownText),
  /** State of the charge point: Online or Offline. */
  cpStatus: optional(text),
  connectorStatus: optional(text),
  cmMaxPower: optional(number),
  cmcType: optional(text),
  cctName: optional(text),
  priceProfilePeriod: optional(PriceProfilePeriod),
});
export type SiteConnector = z.output<typeof SiteConnector>;

/** Query of `GET /ChargerSitesSearch`. `dist` in metres, at least 10000. */
export const SiteSearch = z.object({
  lat: z.number().check(within(90)),
  lng: z.number(),
  dist: z.number(),
  free: z.optional(z.literal(true)),
  plug: z.optional(z.enum(PLUGS)),
  speed: z.optional(z.enum(CURRENTS)),
});
export type SiteSearch = z.output<typeof SiteSearch>;

export const AddressSuggestion = z.looseObject({
  placeId: id,
  formattedAddress: shownText,
  coordinates: z.looseObject({ latitude, longitude }),
  /** Attribution that the data source requires. */
  attribution: optional(shownText),
});
export type AddressSuggestion = z.output<typeof AddressSuggestion>;

/** Returns seven days from Sunday, or undefined if they can't be parsed. */
export function openingHours(availability: unknown): OpeningDay[] | undefined {
  const value = typeof availability === 'string' ? parseJson(availability) : availability;
  const { data } = z.array(OpeningDay).safeParse(value);
  return data?.length === 7 ? data : undefined;
}
