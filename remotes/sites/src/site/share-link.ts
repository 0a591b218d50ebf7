/**
 * Shares a link by the device's own sheet, else by the clipboard.
 * @returns `shared` also where the person closed the sheet; `failed` where the page may do neither (no HTTPS)
 */
export async function shareLink(title: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
      // A browser that has the sheet may still forbid it: then as one that has none.
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
