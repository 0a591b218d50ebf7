/** Copies a text. Returns false if not allowed (no HTTPS, no permission, in-app browser). */
export async function writeClipboard(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('clipboard', error);
    return false;
  }
}

/**
 * Shares a link or a text with the device's share sheet, otherwise copies it to the clipboard.
 * @returns `shared` also if the user dismissed the sheet; `failed` if neither is allowed (no HTTPS)
 */
export async function share(
  content: { title: string } & ({ url: string } | { text: string }),
): Promise<'shared' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(content);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
      // The browser may block the sheet; copy instead.
      console.warn('share', error);
    }
  }
  return (await writeClipboard('url' in content ? content.url : content.text)) ? 'copied' : 'failed';
}
