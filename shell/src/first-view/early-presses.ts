/** Set by the inline script of a prerendered page. */
export interface EarlyPresses {
  /** The controls that were pressed before the app's code ran, oldest first. */
  earlyPresses: Element[];
}

/** Controls that do nothing without code. Links and `<details>` work without it. */
export const PRESSABLE = 'button, input[type="radio"], input[type="checkbox"]';
