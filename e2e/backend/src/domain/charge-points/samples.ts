/**
 * Reads OCPP meter values and converts the units of different manufacturers. What a register means
 * for a charge is decided by `domain/charging/assess-reading.ts`.
 */
import { type AssumedZone, fieldsOf, listOf, memberOf, numberOf, textOf, timeOf } from './fields.ts';

const OPTIONAL = ['measurand', 'context', 'location', 'unit', 'phase', 'format'] as const;

type SampledValue = { value: string } & { [name in (typeof OPTIONAL)[number]]?: string | undefined };

/** Figures of one meter value; undefined for those that it doesn't contain. */
export interface Sample {
  at: Date;
  /** True if `at` is the time of receipt. */
  undated?: boolean | undefined;
  assumedZone?: AssumedZone | undefined;
  /** Energy register in Wh, or as sent if it has no unit. */
  wh: number | undefined;
  /** True if the register has no unit: Wh by the standard, but some charge points mean kWh. */
  unitMissing: boolean;
  /** True if the register is that of one or two phases only. */
  isPartial?: boolean | undefined;
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
/** 1 GW: no charge point delivers more. The database's column holds twice as much. */
const MAX_VALUE = 1e9;
/** Several times as long as a signed value with the meter's public key. */
const MAX_SIGNED_LENGTH = 20_000;
/** 1 TWh. The register of a fast charger exceeds 1 GWh after some years. */
const MAX_REGISTER_WH = 1e12;

/** A meter value that the meter has signed. */
export interface SignedValue {
  /** By the charge point's clock. */
  measuredAt: Date;
  context: string | undefined;
  /** Exactly as sent: a signature is valid for these characters only. */
  data: string;
}

/** Returns the values with OCPP's format `SignedData`. */
export function readSignedValues(meterValue: unknown, receivedAt: Date): SignedValue[] {
  return listOf(meterValue).flatMap((value) => {
    const { timestamp, sampledValue } = fieldsOf(value);
    const { at: measuredAt } = timeOf(timestamp, receivedAt);
    return listOf(sampledValue).flatMap((sample) => {
      const { format, value: given, context } = fieldsOf(sample);
      const data = textOf(given, MAX_SIGNED_LENGTH);
      if (!isSigned(textOf(format)) || !data) return [];
      return [{ measuredAt, context: textOf(context), data }];
    });
  });
}

const isSigned = (format: string | undefined) => format?.toLowerCase() === 'signeddata';

/** Drops unreadable values. An unreadable timestamp becomes the time of receipt. */
export function readSamples(meterValue: unknown, receivedAt: Date): Sample[] {
  return listOf(meterValue).map((value) => {
    const { timestamp, sampledValue } = fieldsOf(value);
    const figures = listOf(sampledValue).flatMap(readSampledValue).flatMap(figureOf);
    return { ...timeOf(timestamp, receivedAt), ...readFigures(figures) };
  });
}

function readSampledValue(sample: unknown): SampledValue[] {
  const fields = fieldsOf(sample);
  const value = textOf(fields.value);
  const present = OPTIONAL.filter((name) => !isMissing(fields[name]));
  const texts = present.map((name) => [name, textOf(fields[name])?.trim()] as const);
  // The default of a field applies if the field is missing, not if it is unreadable.
  if (value === undefined || texts.some(([, text]) => text === undefined)) return [];
  return [{ value, ...Object.fromEntries(texts) }];
}

const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function readFigures(figures: Figure[]) {
  const figuresOf = (measurand: string) => figures.filter((figure) => figure.measurand === measurand);
  const register = highest(figuresOf(REGISTER).filter(countsForBill));
  const { figure: watts } = total(figuresOf(POWER)) ?? {};
  const { figure: soc } = total(figuresOf(SOC)) ?? {};
  return {
    // A register without a unit may be in kWh: its decimals count.
    wh: register && (register.unitMissing ? register.figure : Math.round(register.figure)),
    unitMissing: register?.unitMissing ?? true,
    isPartial: register?.isPartial,
    // The sum of the phases may exceed what each of them may not.
    watts: watts !== undefined && Math.abs(watts) <= MAX_VALUE ? watts : undefined,
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
  if (number === undefined || factor === undefined || isSigned(format)) return [];
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

interface Total {
  figure: number;
  unitMissing: boolean;
  isPartial: boolean;
}

/** Some charge points send the registers of begin and end in one meter value. */
function highest(figures: Figure[]): Total | undefined {
  const totals = [...Map.groupBy(figures, ({ context }) => context).values()].flatMap(
    (group) => total(group) ?? [],
  );
  return totals.sort((one, other) => other.figure - one.figure)[0];
}

/**
 * Returns the figure over all phases, or the sum of the phases if only those are reported. A phase
 * counts once, even if it is reported to the neutral conductor (`L1-N`) as well.
 */
function total(figures: Figure[]): Total | undefined {
  const whole = figures.find(({ phase }) => phase === undefined);
  const lines = Map.groupBy(figures, ({ phase }) => /^(L[123])(-N)?$/i.exec(phase ?? '')?.[1]?.toUpperCase());
  lines.delete(undefined);
  const counted = whole ? [whole] : [...lines.values()].flatMap(([first]) => first ?? []);
  if (counted.length === 0) return undefined;
  return {
    figure: counted.reduce((sum, { figure }) => sum + figure, 0),
    unitMissing: counted.every(({ unit }) => unit === undefined),
    isPartial: !whole && counted.length < 3,
  };
}
