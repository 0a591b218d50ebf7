import { parseJson } from '@shared/contract/lenient';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { inBatches } from '../../../platform/database/rows.ts';
import { signedMeterValues, type TransactionRow } from '../../../platform/database/schema.ts';
import type { SignedValue } from '../../charge-points/samples.ts';

/** The Open Charge Metering Format begins with this, also when it is encoded. */
const OCMF = 'OCMF|';

/** OCPP 2.0.1's SignedMeterValueType, which charge points send as JSON in OCPP 1.6. */
const Wrapped = z.object({
  signedMeterData: z.string(),
  encodingMethod: z.optional(z.string()),
  publicKey: z.optional(z.string()),
});

/** Stores the signed values of a charge, each once, however often it is sent. */
export async function storeSigned(
  tx: Db,
  { id: transactionId }: TransactionRow,
  signed: SignedValue[] | undefined = [],
  receivedAt: Date,
): Promise<void> {
  const rows = signed.map((value) => ({ ...value, ...describe(value.data), transactionId, receivedAt }));
  // A message may have thousands.
  for (const batch of inBatches(rows)) await tx.insert(signedMeterValues).values(batch).onConflictDoNothing();
}

/** Returns the format and the meter's public key, as far as the data has them. */
function describe(data: string): { format?: string | undefined; publicKey?: string | undefined } {
  const { signedMeterData = data, encodingMethod, publicKey } = unwrap(data);
  return {
    format: isOcmf(signedMeterData) ? 'OCMF' : encodingMethod || undefined,
    publicKey: publicKey || undefined,
  };
}

const unwrap = (data: string): Partial<z.output<typeof Wrapped>> =>
  Wrapped.safeParse(parseJson(data)).data ?? {};

const isOcmf = (text: string) =>
  text.startsWith(OCMF) ||
  (['base64', 'hex'] as const).some((encoding) => Buffer.from(text, encoding).toString().startsWith(OCMF));
