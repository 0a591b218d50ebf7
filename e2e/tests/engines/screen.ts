import { expect } from '@playwright/test';
import { callIn, type EnginePage, type Point } from './engine-page.ts';
import { findElement, type Role } from './find-element.ts';

/**
 * Runs in a page: records whether the next press hits the element that `findElement` found last, or
 * what has replaced it with the same text, such as the app's link after that of the prerendered view.
 * The record outlives the page, which the press may leave, or another cause before the press.
 */
function watchPress() {
  const found = Reflect.get(window, 'foundElement');
  const isHit = (target: EventTarget | null) =>
    found instanceof Element &&
    target instanceof Element &&
    (found.contains(target) ||
      target.closest('label')?.control === found ||
      (!found.isConnected &&
        found.textContent !== '' &&
        target.closest(found.localName)?.textContent === found.textContent));
  const noticePress = ({ target }: Event) => sessionStorage.setItem('isPressed', String(isHit(target)));
  sessionStorage.removeItem('isPressed');
  addEventListener('click', noticePress, { capture: true, once: true });
}
/** Runs in a page. */
const wasPressed = () => sessionStorage.getItem('isPressed') === 'true';

/** What a user does and sees on a page, in any engine. Each step waits until it is possible. */
export class Screen {
  readonly #page: EnginePage;

  constructor(page: EnginePage) {
    this.#page = page;
  }

  /** Waits until a user can press an element, and it has stopped moving. Returns its centre. */
  async find(role: Role, name: RegExp): Promise<Point> {
    let last: Point | null = null;
    const isAtRest = async () => {
      const before = last;
      last = await callIn(this.#page, findElement, role, name.source);
      return last !== null && before?.x === last.x && before.y === last.y;
    };
    await expect.poll(() => isAtRest(), `${role} ${name}`).toBe(true);
    return last ?? { x: 0, y: 0 };
  }

  /** Presses an element, again if it moved away from under the first press. */
  async press(role: Role, name: RegExp): Promise<void> {
    let isPressed = false;
    while (!isPressed) {
      const point = await this.find(role, name);
      await callIn(this.#page, watchPress);
      await this.#page.clickAt(point);
      isPressed = await callIn(this.#page, wasPressed);
    }
  }

  async fill(name: RegExp, text: string): Promise<void> {
    await this.press('textbox', name);
    await this.#page.type(text);
  }

  /** Waits for a text anywhere on the page. */
  async see(text: RegExp): Promise<void> {
    await expect.poll(() => this.text(), `text ${text}`).toMatch(text);
  }

  /** Returns the page's visible text. */
  text(): Promise<string> {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is displayed
    return callIn(this.#page, () => document.body.innerText.replace(/\s+/g, ' '));
  }

  async goBack(): Promise<void> {
    await callIn(this.#page, () => history.back());
  }

  /** Waits for a path, and returns it. */
  async seePath(path: RegExp): Promise<string> {
    let last = '';
    const read = async () => {
      last = await callIn(this.#page, () => location.pathname);
      return last;
    };
    await expect.poll(read, 'path').toMatch(path);
    return last;
  }
}
