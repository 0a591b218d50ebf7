/** The map libraries parse a map style's attribution as HTML. It needs text and links only. */

const ATTRIBUTES =
  /^<a(?:\s+(?:href="https?:\/\/[^"<>]*"|(?:class|id|target|rel|title|role|aria-label)="[^"<>]*"))*\s*>$/i;
const TAG = /<[^<>]*>|</g;

const isLink = (tag: string) => tag.toLowerCase() === '</a>' || ATTRIBUTES.test(tag);

/** Returns the HTML with all tags removed except http(s) links. */
export function linksOnly(html: string): string {
  return html.replace(TAG, (tag) => {
    if (tag === '<') return '&lt;';
    return isLink(tag) ? tag : '';
  });
}
