/** What the server pushes to a device. Imports nothing, so that the service worker stays small. */
export interface PushMessage {
  title: string;
  /** The device replaces `{time}` with the local time of `at`. */
  body: string;
  /** Path of the screen that the notification opens. */
  path: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** ISO 8601 in UTC. */
  at?: string | undefined;
}

/** Returns the pushed message, or undefined for anything else. */
export function parsePushMessage(json: string): PushMessage | undefined {
  const { title, body, path, tag, at } = fieldsOf(json);
  if (typeof title !== 'string' || typeof body !== 'string') return undefined;
  if (typeof path !== 'string' || typeof tag !== 'string') return undefined;
  return { title, body, path, tag, at: typeof at === 'string' ? at : undefined };
}

function fieldsOf(json: string): { [Name in keyof PushMessage]?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}
