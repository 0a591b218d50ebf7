import { isChargerNumber } from '@shared/brazil';

/**
 * The charger number in a scanned code: the code itself, or what follows `/ch/` in the path of an address, whatever its
 * host. The address is only read, never opened (decisions, section 6). Undefined for the code of anything else.
 */
export function readCode(code: string): string | undefined {
  const text = code.trim();
  if (isChargerNumber(text)) return text;
  const path = pathOf(text);
  const number = path?.match(/\/ch\/([^/]+)\/?$/)?.[1];
  return number !== undefined && isChargerNumber(number) ? number : undefined;
}

function pathOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, pathname } = new URL(text);
  return /^https?:$/.test(protocol) ? pathname : undefined;
}
