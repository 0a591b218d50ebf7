/** Copies a text. False where the page may not: no HTTPS, no permission, or a browser inside an app. */
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
