/** Fields that are added to every log line of one request or message. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids only: log lines contain no personal data. */
interface LogFields {
  requestId?: string;
  chargePointId?: string;
  transactionId?: number | undefined;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Adds these fields, and those already set, to the log lines of `work`. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...fields }, work);

/** Adds fields to all further log lines of the current request or message. */
export function addLogFields(fields: LogFields): void {
  const current = storage.getStore();
  if (current) Object.assign(current, fields);
}

/** Returns the fields of the current request or message. */
export const logFields = (): LogFields => storage.getStore() ?? {};
