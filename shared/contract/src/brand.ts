import * as z from 'zod/mini';
import { id, optional, recordOf, shownText, strictWithDefault, text } from './fields.ts';
import { PRODUCT } from './product.ts';
import { tidySegment } from './tidy-path.ts';

/** A brand slug: the first path segment. */
export const brandSlug = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/));

/**
 * Returns the slug that a typed or shared one means, such as `Aurora` or, from a messenger, `aurora.`
 * with a zero-width space; undefined if it can't be one.
 */
export const canonicalSlug = (text: string): string | undefined =>
  brandSlug.safeParse(tidySegment(text).toLowerCase()).data;

/** `GET /Applications/{brandName}`. Colours and links are untrusted text: parse before use. */
export const Brand = z.looseObject({
  /** Absent if the backend has one brand: then `X-Brand-ID` isn't sent, and `app_id` is 1. */
  appId: strictWithDefault(id, undefined),
  appBrand: optional(text),
  brandName: optional(shownText),
  appDisplayName: optional(shownText),
  appBgColor: optional(text),
  brandBgColor: optional(text),
  appLogoFileId: optional(id),
  appLogoFile: optional(text),
  appEmailSupportAddress: optional(text),
  appEmailSupportPhoneNumber: optional(text),
  appEmailSupportWhatsappNumber: optional(text),
  appTermsAndConditionsLink: optional(text),
  appPrivacyPolicyLink: optional(text),
  /** Part of the storage key of the session's token. */
  appUserDomain: optional(text),
  /** Whether the backend has `POST /UserMessagesTicket`, for all brands. */
  liveTickets: optional(z.boolean()),
  /** Whether `POST /RemoteReports` reads counts within a candidate's target, and failed loads. */
  detailedReports: z.optional(optional(z.boolean())),
  /** Whether drivers may charge without an account, by the calls of `guest-charge.ts`. */
  guestCharge: optional(z.boolean()),
  /** Whether drivers may let their car begin a charge by being plugged in, by the calls of `tags.ts`. */
  autocharge: optional(z.boolean()),
  /** Whether drivers may wait in line for a connector, by the calls of `waiting-line.ts`. */
  waitingLine: optional(z.boolean()),
});
export type Brand = z.output<typeof Brand>;

export const brandName = (record: Brand | undefined) =>
  record?.appDisplayName || record?.brandName || PRODUCT.name;

/** Returns a brand's colour, which is untrusted text. */
export const brandColor = (record: Brand | undefined) => record?.appBgColor ?? record?.brandBgColor;

/** `GET /Files/{id}`: a `data:image/…;base64,…` URL, or the bare base64 of such an image. */
export const FileResponse = z.looseObject({ fileData: text });

const MapConfig = z.looseObject({
  mapboxToken: optional(text),
  styleUrl: optional(text),
  /** Other hosts of the style's files, which the content security policy allows. */
  origins: optional(z.array(text)),
});
const PaymentConfig = z.looseObject({
  scriptUrl: optional(text),
  accountId: optional(text),
  testMode: optional(z.boolean()),
  /** Other hosts that the provider's script calls, which the content security policy allows. */
  origins: optional(z.array(text)),
});

/** Values of remotes' settings, by the settings' names: see `settings.ts`. */
const settings = optional(recordOf(z.unknown()));

/** `config.json`: runtime configuration, editable after the build. */
export const AppConfig = z.looseObject({
  product: optional(text),
  apiUrl: optional(text),
  liveUrl: optional(text),
  map: optional(MapConfig),
  payment: optional(PaymentConfig),
  errorReporting: optional(
    z.looseObject({
      dsn: optional(text),
      /** Where browsers report violations of the content security policy: a URL or a path. */
      cspReportUrl: optional(text),
    }),
  ),
  /** Where browsers send `RemoteReport`s, if not to the backend; empty for nowhere. */
  remoteReports: optional(z.looseObject({ url: optional(text) })),
  /** Whether the shell is cached for offline use; `false` removes the cache from every device. */
  offline: optional(z.boolean()),
  /** Other origins of files that the registry may list and the content security policy allows. */
  remoteOrigins: optional(z.array(text)),
  /** Whether `?preview=` runs an unpublished version of a remote. */
  preview: optional(z.boolean()),
  settings,
  brands: optional(
    recordOf(
      z.looseObject({
        payment: optional(PaymentConfig),
        map: optional(MapConfig),
        settings,
        /** By the ids of charging sites. */
        sites: optional(recordOf(z.looseObject({ settings }))),
      }),
    ),
  ),
});
export type AppConfig = z.output<typeof AppConfig>;
