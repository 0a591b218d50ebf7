/** Copies a text. Returns false if the page may not (no HTTPS, no permission, in-app browser). */
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
