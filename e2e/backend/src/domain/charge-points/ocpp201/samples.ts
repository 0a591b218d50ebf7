/** Reads OCPP 2.0.1's meter values as those of OCPP 1.6, which have their numbers as text. */
import { fieldsOf, listOf, numberOf, textOf } from '../fields.ts';
import { readSamples, readSignedValues, type Sample, type SignedValue } from '../samples.ts';

/** Larger powers of ten are no unit of a meter. */
const MAX_MULTIPLIER = 9;
const ENERGY = /^energy\./i;

/** @param isMeant whether to read the values with a context */
export function readStationSamples(
  meterValue: unknown,
  receivedAt: Date,
  isMeant: (context: string) => boolean = () => true,
): Sample[] {
  return readSamples(
    listOf(meterValue).map((value) => {
      const { timestamp, sampledValue } = fieldsOf(value);
      const meant = listOf(sampledValue).filter((sample) =>
        isMeant(textOf(fieldsOf(sample).context) ?? 'Sample.Periodic'),
      );
      return { timestamp, sampledValue: meant.map(asInVersion16) };
    }),
    receivedAt,
  );
}

/** Returns the signed values, each as the JSON that charge points send in OCPP 1.6. */
export function readSignedStationValues(meterValue: unknown, receivedAt: Date): SignedValue[] {
  const values = listOf(meterValue).map((value) => {
    const { timestamp, sampledValue } = fieldsOf(value);
    const signed = listOf(sampledValue).flatMap((sample) => {
      const { context, signedMeterValue } = fieldsOf(sample);
      if (signedMeterValue === undefined || signedMeterValue === null) return [];
      return [{ context, format: 'SignedData', value: JSON.stringify(signedMeterValue) }];
    });
    return { timestamp, sampledValue: signed };
  });
  return readSignedValues(values, receivedAt);
}

function asInVersion16(sample: unknown): Record<string, unknown> {
  const { value, unitOfMeasure, signedMeterValue: _, customData: __, ...others } = fieldsOf(sample);
  const { unit, multiplier } = fieldsOf(unitOfMeasure);
  const exponent = numberOf(multiplier) ?? 0;
  const number = numberOf(value);
  const isUsable = number !== undefined && Math.abs(exponent) <= MAX_MULTIPLIER;
  const isEnergy = ENERGY.test(textOf(others.measurand) ?? 'Energy.');
  return {
    ...others,
    // Unusable values are dropped, as unreadable ones.
    value: isUsable ? String(number * 10 ** exponent) : undefined,
    // The default unit of OCPP 2.0.1 (UnitOfMeasureType).
    unit: unit ?? (isEnergy ? 'Wh' : undefined),
  };
}

/** Returns the registers among samples, in Wh, with their times. */
export const registersOf = (samples: Sample[]): [wh: number, at: number][] =>
  samples.flatMap(({ wh, at }) => (wh === undefined ? [] : [[wh, at.getTime()] as [number, number]]));

/** Returns whether a reading is of the begin, or of the end, of a charge. */
export const isOfBegin = (context: string): boolean => context.toLowerCase() === 'transaction.begin';
export const isOfEnd = (context: string): boolean => context.toLowerCase() === 'transaction.end';
