/** Collects the parts of the reports that a charge point sends after GetBaseReport. */
import type { Clock } from '../../../platform/clock.ts';
import type { Params } from '../calls.ts';
import { fieldsOf, integerOf, listOf, memberOf, textOf } from '../fields.ts';
import { keyOf } from './variables.ts';

/** An entry of OCPP 1.6's configuration. */
export interface ReportedKey {
  key: string;
  readonly: boolean;
  value?: string;
}

interface Pending {
  parts: Map<number, ReportedKey[]>;
  /** The number of the last part, if it has arrived. */
  last: number | undefined;
  resolve: (keys: ReportedKey[]) => void;
}

/** No charge point has as many variables; the rest of its report isn't kept. */
const MAX_PARTS = 1000;

export type Inventory = ReturnType<typeof createInventory>;

export function createInventory({ clock }: { clock: Clock }) {
  const pending = new Map<number, Pending>();
  return {
    /** Resolves to the report's variables, or to undefined if parts are missing in the end. */
    expect(requestId: number, timeoutMs: number): Promise<ReportedKey[] | undefined> {
      return new Promise((resolve) => {
        const end = (keys: ReportedKey[] | undefined) => {
          cancel();
          pending.delete(requestId);
          resolve(keys);
        };
        const cancel = clock.after(timeoutMs, () => end(undefined));
        pending.set(requestId, { parts: new Map(), last: undefined, resolve: end });
      });
    },
    /** Adds a NotifyReport. Ignores one that hasn't been requested. */
    add(params: Params): void {
      const { requestId, seqNo, tbc, reportData } = params;
      const report = pending.get(integerOf(requestId) ?? -1);
      const part = integerOf(seqNo) ?? 0;
      if (!report || report.parts.size >= MAX_PARTS) return;
      report.parts.set(part, listOf(reportData).flatMap(readEntry));
      if (tbc !== true) report.last = part;
      // The numbers begin at 0.
      if (report.last === undefined || report.parts.size <= report.last) return;
      report.resolve([...report.parts].sort(([a], [b]) => a - b).flatMap(([, keys]) => keys));
    },
  };
}

function readEntry(entry: unknown): ReportedKey[] {
  const { component, variable, variableAttribute } = fieldsOf(entry);
  const attributes = listOf(variableAttribute).map(fieldsOf);
  const actual = attributes.find(({ type }) => (textOf(type) ?? 'Actual') === 'Actual');
  if (!actual) return [];
  const value = textOf(actual.value, Number.POSITIVE_INFINITY);
  const mutability = memberOf(['ReadOnly', 'WriteOnly', 'ReadWrite'], actual.mutability);
  return [
    {
      key: keyOf(component, variable),
      readonly: mutability === 'ReadOnly',
      ...(value !== undefined && mutability !== 'WriteOnly' && { value }),
    },
  ];
}
