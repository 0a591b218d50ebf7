/** Reads OCPP meter values: every charge point says the same in its own units. */
import * as z from 'zod/mini';

const SampledValue = z.object({
  value: z.string(),
  measurand: z.optional(z.string()),
  context: z.optional(z.string()),
  location: z.optional(z.string()),
  unit: z.optional(z.string()),
  phase: z.optional(z.string()),
  format: z.optional(z.string()),
});
export const MeterValue = z.object({ timestamp: z.string(), sampledValue: z.array(SampledValue) });
type SampledValue = z.output<typeof SampledValue>;

/** What one meter value tells; a figure that it doesn't hold is undefined. */
export interface Sample {
  at: Date;
  /** Energy register, Wh. */
  wh: number | undefined;
  /** The register came without a unit: Wh by the standard, but some mean kWh. */
  unitMissing: boolean;
  watts: number | undefined;
  /** Percent. */
  soc: number | undefined;
}

const REGISTER = 'Energy.Active.Import.Register';
const BILLED_CONTEXTS = new Set(['Sample.Periodic', 'Sample.Clock']);
const THOUSANDS: Record<string, number> = { kWh: 1000, kW: 1000 };

export function readMeterValue({ timestamp, sampledValue }: z.output<typeof MeterValue>): Sample {
  const values = sampledValue.filter((told) => told.format !== 'SignedData' && isFigure(told));
  // The standard's default measurand is the energy register.
  const of = (measurand: string) => values.filter((value) => (value.measurand ?? REGISTER) === measurand);
  const energy = of(REGISTER).filter(countsForBill);
  const wh = total(energy);
  const soc = total(of('SoC'));
  return {
    at: new Date(timestamp),
    wh: wh === undefined ? undefined : Math.round(wh),
    unitMissing: energy.every(({ unit }) => unit === undefined),
    watts: total(of('Power.Active.Import')),
    soc: soc === undefined ? undefined : Math.min(100, Math.max(0, soc)),
  };
}

/**
 * Selects the readings that count towards the bill. Triggered readings, interruptions, and other
 * locations than the outlet don't. The defaults are those of OCPP 1.6, SampledValue.
 */
const countsForBill = ({ context = 'Sample.Periodic', location = 'Outlet' }: SampledValue) =>
  location === 'Outlet' && (context.startsWith('Transaction.') || BILLED_CONTEXTS.has(context));

/** The value over all phases; where only phases are told, their sum. */
function total(values: SampledValue[]): number | undefined {
  const whole = values.find(({ phase }) => phase === undefined);
  if (whole) return scaled(whole);
  const phases = values.filter(({ phase }) => /^L[123](-N)?$/.test(phase ?? ''));
  return phases.length > 0 ? phases.reduce((sum, value) => sum + scaled(value), 0) : undefined;
}

const scaled = ({ value, unit }: SampledValue) => Number(value) * (THOUSANDS[unit ?? ''] ?? 1);
/** A GWh or a GW: beyond it a charge point talks nonsense. */
const LARGEST = 1e9;
const isFigure = (told: SampledValue) => told.value.trim() !== '' && Math.abs(scaled(told)) <= LARGEST;
