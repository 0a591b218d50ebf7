declare global {
  interface Window {
    /** Controls that were pressed before the app's code ran, oldest first. Set by the inline script. */
    earlyPresses?: Element[];
  }
}

/** Controls that do nothing without code. Links and `<details>` work without it. */
export const PRESSABLE = 'button, input[type="radio"], input[type="checkbox"]';
