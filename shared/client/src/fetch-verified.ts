/** A file with its hash, in the form of Subresource Integrity. */
interface HashedFile {
  url: string;
  integrity: string;
}

/** The same time limit as for a remote's scripts. */
const LOAD_TIMEOUT_MS = 120_000;

/**
 * Fetches a file that the browser would otherwise use unchecked, such as a worker or WebAssembly.
 * @throws if it can't be fetched within 120 s, or its bytes differ from `integrity`
 */
export async function fetchVerified({ url, integrity }: HashedFile): Promise<Blob> {
  const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
  // The browser's HTTP cache may have wrong bytes, and never asks the server for an immutable file.
  const response = await fetch(url, { integrity, signal }).catch(() =>
    fetch(url, { integrity, signal, cache: 'reload' }),
  );
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.blob();
}

/**
 * Returns a blob URL of a file's checked bytes for `new Worker`, which takes no hash itself. The
 * URL is never revoked: a map library may create workers at any time.
 * @throws as `fetchVerified` does
 */
export async function verifiedWorker(file: HashedFile): Promise<string> {
  const script = await fetchVerified(file);
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
