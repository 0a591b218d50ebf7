/** A busy machine can take many seconds, and a wrong 'unknown' is worse than a wait. */
const TIMEOUT_MS = 30_000;

/** Returns a JSON file that a site serves; undefined if it serves none that `parse` accepts. */
export async function servedJson<T>(url: string, parse: (json: unknown) => T): Promise<T | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
