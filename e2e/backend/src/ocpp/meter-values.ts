/** Reads OCPP meter values and converts the units of different manufacturers. */
import { fieldsOf, instantOf, listOf, memberOf, numberOf, textOf } from './fields.ts';

const OPTIONAL = ['measurand', 'context', 'location', 'unit', 'phase', 'format'] as const;

type SampledValue = { value: string } & { [name in (typeof OPTIONAL)[number]]?: string | undefined };
export interface MeterValue {
  timestamp: string;
  sampledValue: SampledValue[];
}

/** Figures of one meter value; undefined for those that it doesn't contain. */
export interface Sample {
  at: Date;
  /** Energy register, Wh. */
  wh: number | undefined;
  /** True if the register has no unit: Wh by the standard, but some charge points mean kWh. */
  unitMissing: boolean;
  watts: number | undefined;
  /** Percent. */
  soc: number | undefined;
}

const REGISTER = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';
const SOC = 'SoC';
const MEASURANDS = [REGISTER, POWER, SOC];
const BILLED_CONTEXT = /^(Sample\.(Periodic|Clock)$|Transaction\.)/i;
/** Factors to Wh and W, by lower-case unit. Values in any other unit are ignored. */
const UNITS = new Map([
  [REGISTER, new Map(Object.entries({ wh: 1, kwh: 1000 }))],
  [POWER, new Map(Object.entries({ w: 1, kw: 1000 }))],
]);
/** 1 GW: no charge point delivers more. */
const MAX_VALUE = 1e9;
/** 1 TWh. The register of a fast charger exceeds 1 GWh after some years. */
const MAX_REGISTER_WH = 1e12;

/** Drops unreadable samples. An unreadable timestamp becomes the time of receipt. */
export function readMeterValues(meterValue: unknown, receivedAt: Date): MeterValue[] {
  return listOf(meterValue).map((value) => {
    const { timestamp, sampledValue } = fieldsOf(value);
    return {
      timestamp: (instantOf(timestamp) ?? receivedAt).toISOString(),
      sampledValue: listOf(sampledValue).flatMap(readSampledValue),
    };
  });
}

function readSampledValue(sample: unknown): SampledValue[] {
  const fields = fieldsOf(sample);
  const value = textOf(fields.value);
  const present = OPTIONAL.filter((name) => !isMissing(fields[name]));
  const texts = present.map((name) => [name, textOf(fields[name])] as const);
  // The default of a field applies if the field is missing, not if it is unreadable.
  if (value === undefined || texts.some(([, text]) => text === undefined)) return [];
  return [{ value, ...Object.fromEntries(texts) }];
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

export function readMeterValue({ timestamp, sampledValue }: MeterValue): Sample {
  const figures = sampledValue.flatMap(figureOf);
  const figuresOf = (measurand: string) => figures.filter((figure) => figure.measurand === measurand);
  const energy = figuresOf(REGISTER).filter(countsForBill);
  const wh = highest(energy);
  const soc = total(figuresOf(SOC));
  return {
    at: new Date(timestamp),
    wh: wh === undefined ? undefined : Math.round(wh),
    unitMissing: energy.every(({ unit }) => unit === undefined),
    watts: total(figuresOf(POWER)),
    soc: soc === undefined ? undefined : Math.min(100, Math.max(0, soc)),
  };
}

interface Figure extends SampledValue {
  measurand: string;
  /** In Wh or W; the state of charge keeps the unit in which it was sent. */
  figure: number;
}

/**
 * Returns an empty list for a value without a usable number, and for measurands that aren't used.
 * OCPP 1.6's default measurand is the energy register.
 */
function figureOf(sample: SampledValue): Figure[] {
  const { value, unit, format } = sample;
  const measurand = memberOf(MEASURANDS, sample.measurand ?? REGISTER);
  if (measurand === undefined) return [];
  const number = numberOf(value);
  const units = UNITS.get(measurand);
  const factor = unit === undefined || !units ? 1 : units.get(unit.toLowerCase());
  if (number === undefined || factor === undefined || format === 'SignedData') return [];
  const figure = number * factor;
  const largest = measurand === REGISTER ? MAX_REGISTER_WH : MAX_VALUE;
  return Math.abs(figure) <= largest ? [{ ...sample, measurand, figure }] : [];
}

/**
 * Returns whether a reading counts towards the bill. Triggered readings, interruptions and
 * locations other than the outlet don't. The defaults are those of OCPP 1.6's SampledValue.
 */
const countsForBill = ({ context = 'Sample.Periodic', location = 'Outlet' }: SampledValue) =>
  location.toLowerCase() === 'outlet' && BILLED_CONTEXT.test(context);

/** Some charge points send the registers of begin and end in one meter value. */
function highest(figures: Figure[]): number | undefined {
  const contexts = new Set(figures.map(({ context }) => context));
  const totals = [...contexts].flatMap(
    (context) => total(figures.filter((figure) => figure.context === context)) ?? [],
  );
  return totals.length > 0 ? Math.max(...totals) : undefined;
}

/** Returns the figure over all phases, or the sum of the phases if only those are reported. */
function total(figures: Figure[]): number | undefined {
  const whole = figures.find(({ phase }) => phase === undefined);
  if (whole) return whole.figure;
  const phases = figures.filter(({ phase }) => /^L[123](-N)?$/.test(phase ?? ''));
  return phases.length > 0 ? phases.reduce((sum, { figure }) => sum + figure, 0) : undefined;
}
