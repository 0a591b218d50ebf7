/**
 * Handles the messages that charge points send for the operator, without any effect on a charge:
 * stores them for `pnpm charger`, and logs them without what may be secret or personal.
 */
import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, desc, eq } from '../../platform/database/orm.ts';
import { keepNewest } from '../../platform/database/rows.ts';
import { chargePointReports } from '../../platform/database/schema.ts';
import type { Params } from './calls.ts';
import { textOf } from './fields.ts';

/** Per charge point and message, so that frequent ones don't displace others. */
const KEPT = 50;
/** The longest certificate request of the OCPP 1.6 security whitepaper. */
const MAX_CSR_LENGTH = 5500;
const MAX_DATA_LENGTH = 2000;
const CSR =
  /^\s*-----BEGIN (NEW )?CERTIFICATE REQUEST-----\s[A-Za-z0-9+/=\s]+-----END (NEW )?CERTIFICATE REQUEST-----\s*$/;

interface Report {
  /** Fields to store, with the length to which they are cut. */
  fields: Record<string, number>;
  /** Fields to log. */
  logged: string[];
  respond?: (details: Record<string, string>) => Params;
}

const status = { status: 50 };
const request = { ...status, requestId: 20 };

const REPORTS: Record<string, Report> = {
  DataTransfer: {
    fields: { vendorId: 255, messageId: 50, data: MAX_DATA_LENGTH },
    logged: ['vendorId', 'messageId'],
    // No vendor's messages are implemented (OCPP 1.6 §4.3).
    respond: () => ({ status: 'UnknownVendorId' }),
  },
  DiagnosticsStatusNotification: { fields: status, logged: ['status'] },
  FirmwareStatusNotification: { fields: request, logged: ['status'] },
  LogStatusNotification: { fields: request, logged: ['status', 'requestId'] },
  NotifyEvent: { fields: { eventData: MAX_DATA_LENGTH }, logged: [] },
  SecurityEventNotification: { fields: { type: 50, timestamp: 50, techInfo: 255 }, logged: ['type'] },
  // An operator signs the request and sends CertificateSigned: the server has no authority's key.
  SignCertificate: {
    fields: { csr: MAX_CSR_LENGTH },
    logged: [],
    respond: ({ csr = '' }) => ({ status: CSR.test(csr) ? 'Accepted' : 'Rejected' }),
  },
  SignedFirmwareStatusNotification: { fields: request, logged: ['status', 'requestId'] },
};

type Context = Pick<PlatformContext, 'db' | 'now' | 'log'>;

/** Returns a handler for each of these messages. None of them ever responds with an error. */
export function createReportHandlers(context: Context) {
  return Object.fromEntries(
    Object.entries(REPORTS).map(([message, { fields, logged, respond }]) => [
      message,
      async (chargePointId: string, params: Params): Promise<Params> => {
        const details = readDetails(fields, params);
        await store(context, chargePointId, message, details);
        const shown = Object.fromEntries(logged.map((name) => [name, details[name]]));
        context.log.info({ chargePointId, message, ...shown }, 'report of a charge point');
        return respond?.(details) ?? {};
      },
    ]),
  );
}

const readDetails = (fields: Report['fields'], params: Params) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, longest]) => {
      const given = params[name];
      if (given === undefined || given === null) return [];
      const whole = typeof given === 'object' ? JSON.stringify(given) : String(given);
      const text = textOf(whole.slice(0, longest).toWellFormed().replaceAll('\0', ''), longest);
      return text === undefined ? [] : [[name, text]];
    }),
  );

async function store(
  { db, now }: Context,
  chargePointId: string,
  message: string,
  details: Record<string, string>,
): Promise<void> {
  const which = and(
    eq(chargePointReports.chargePointId, chargePointId),
    eq(chargePointReports.message, message),
  );
  await db.insert(chargePointReports).values({ chargePointId, message, details, receivedAt: now() });
  const { id } = chargePointReports;
  if (which) await keepNewest(db, { id, newest: id, which, count: KEPT });
}

/** Returns the reports of a charge point that are kept, newest first. */
export function readReports(db: Db, chargePointId: string) {
  const { receivedAt, message, details } = chargePointReports;
  return db
    .select({ receivedAt, message, details })
    .from(chargePointReports)
    .where(eq(chargePointReports.chargePointId, chargePointId))
    .orderBy(desc(chargePointReports.id));
}
