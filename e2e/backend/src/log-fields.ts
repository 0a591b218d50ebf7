/** Fields that every log line of one request or message carries. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids only: a line never names a person. */
interface LogFields {
  requestId?: string;
  chargePointId?: string;
  transactionId?: number | undefined;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Runs `work`, whose log lines carry these fields as well as those of its caller. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...fields }, work);

/** Adds fields to the further lines of the request or message that is being handled. */
export function addLogFields(fields: LogFields): void {
  const current = storage.getStore();
  if (current) Object.assign(current, fields);
}

/** Returns the fields of the request or message that is being handled. */
export const logFields = (): LogFields => storage.getStore() ?? {};
