/**
 * Shares a link with the device's share sheet, otherwise copies it to the clipboard.
 * @returns `shared` also if the user dismissed the sheet; `failed` if neither is allowed (no HTTPS)
 */
export async function shareLink(title: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
      // The browser may block the sheet; copy the link instead.
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
