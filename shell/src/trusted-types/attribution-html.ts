/**
 * The map libraries parse the HTML with which a map style names its sources. Text and links are all that it needs.
 */

const ATTRIBUTES =
  /^<a(?:\s+(?:href="https?:\/\/[^"<>]*"|(?:class|id|target|rel|title|role|aria-label)="[^"<>]*"))*\s*>$/i;
const TAG = /<[^<>]*>|</g;

const isLink = (tag: string) => tag.toLowerCase() === '</a>' || ATTRIBUTES.test(tag);

/** Returns the HTML without any tag but links to web addresses. */
export function linksOnly(html: string): string {
  return html.replace(TAG, (tag) => {
    if (tag === '<') return '&lt;';
    return isLink(tag) ? tag : '';
  });
}
