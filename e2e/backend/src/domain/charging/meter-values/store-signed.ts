import * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { signedMeterValues, type TransactionRow } from '../../../platform/database/schema.ts';
import type { SignedValue } from '../../charge-points/meter-values.ts';

/** Rows per insert: a message may have thousands, and a statement takes 65,535 parameters. */
const BATCH = 1000;
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
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insert(signedMeterValues)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
}

/** Returns the format and the meter's public key, as far as the data has them. */
function describe(data: string): { format?: string | undefined; publicKey?: string | undefined } {
  const { signedMeterData = data, encodingMethod, publicKey } = unwrap(data);
  return {
    format: isOcmf(signedMeterData) ? 'OCMF' : encodingMethod || undefined,
    publicKey: publicKey || undefined,
  };
}

function unwrap(data: string): Partial<z.output<typeof Wrapped>> {
  if (!data.trimStart().startsWith('{')) return {};
  try {
    return Wrapped.safeParse(JSON.parse(data)).data ?? {};
  } catch {
    return {};
  }
}

const isOcmf = (text: string) =>
  text.startsWith(OCMF) ||
  (['base64', 'hex'] as const).some((encoding) => Buffer.from(text, encoding).toString().startsWith(OCMF));
