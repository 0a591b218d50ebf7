/** Messages of charge points, as far as we read them. Their form has been checked by OCPP's own schemas before. */
import * as z from 'zod/mini';
import { MeterValue } from './meter-values.ts';

const instant = z.pipe(
  z.string(),
  z.transform((text: string) => new Date(text)),
);

/** Ids of ours are 32-bit numbers: another one is as good as forgotten, and must not make the message unanswerable. */
const transactionId = z.pipe(
  z.number(),
  z.transform((id: number) => (Math.abs(id) < 2 ** 31 ? id : -1)),
);

/** Beyond any meter, and stored without loss: a register that no database column holds must not make a stop unanswerable. */
const LARGEST_REGISTER_WH = 1e15;
const register = z.pipe(
  z.number(),
  z.transform((wh: number) => Math.max(-LARGEST_REGISTER_WH, Math.min(LARGEST_REGISTER_WH, Math.round(wh)))),
);

export const Authorize = z.object({ idTag: z.string() });

export const BootNotification = z.record(z.string(), z.string());

export const StatusNotification = z.object({
  connectorId: z.number(),
  status: z.string(),
  errorCode: z.string(),
  timestamp: z.optional(instant),
});
export type StatusNotification = z.output<typeof StatusNotification>;

export const StartTransaction = z.object({
  connectorId: z.number(),
  idTag: z.string(),
  meterStart: register,
  timestamp: instant,
});
export type StartTransaction = z.output<typeof StartTransaction>;

export const MeterValues = z.object({
  connectorId: z.number(),
  transactionId: z.optional(transactionId),
  meterValue: z.array(MeterValue),
});
export type MeterValues = z.output<typeof MeterValues>;

export const StopTransaction = z.object({
  transactionId,
  idTag: z.optional(z.string()),
  meterStop: register,
  timestamp: instant,
  reason: z.optional(z.string()),
});
export type StopTransaction = z.output<typeof StopTransaction>;
