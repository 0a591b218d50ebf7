/**
 * Keeps React working on a translated page. A browser's translator puts `<font>` elements in place of
 * text nodes, but React keeps the text node: it would update text that isn't visible, and fail to
 * remove the node or to insert before it. (React issue 11538)
 */

/** The `<font>` element in place of each removed text node. */
const standIns = new WeakMap<Node, HTMLElement>();
let watcher: MutationObserver | undefined;

/** Follows the translator for as long as the page is open. Later calls do nothing. */
export function followTranslation(): void {
  if (watcher) return;
  watcher = new MutationObserver(record);
  watcher.observe(document, { childList: true, subtree: true });
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      removeStandIn(node);
      return appendChild.call(this, node);
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      removeStandIn(node);
      return insertBefore.call(this, node, next && childOf(this, next));
    },
    removeChild(this: Node, child: Node) {
      removeChild.call(this, childOf(this, child));
      return child;
    },
  });
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data;
    },
    set(this: Text, text: string) {
      const standIn = this.isConnected ? undefined : standInOf(this);
      standIns.delete(this);
      standIn?.replaceWith(this);
      this.data = text;
    },
  });
}

function record(changes: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes)
    for (const text of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (isText(text) && font instanceof HTMLElement) standIns.set(text, font);
    }
}

const isText = ({ nodeType }: Node) => nodeType === 3;

function standInOf(text: Node): HTMLElement | undefined {
  // The observer is called with a delay.
  record(watcher?.takeRecords() ?? []);
  return standIns.get(text);
}

/** Returns the child of `parent` that shows `node`: the node itself, or the one in its place. */
function childOf(parent: Node, node: Node): Node {
  if (node.parentNode === parent || !isText(node)) return node;
  const shown = node.isConnected ? node : standInOf(node);
  let child: Node | null | undefined = shown;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child ?? node;
}

/** Removes the `<font>` element in place of a text node that is inserted elsewhere. */
function removeStandIn(node: Node): void {
  if (!isText(node) || node.isConnected) return;
  standInOf(node)?.remove();
  standIns.delete(node);
}
