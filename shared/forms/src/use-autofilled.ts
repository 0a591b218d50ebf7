import { type RefObject, useEffect, useState } from 'react';

/**
 * How long a browser may take to autofill the form after it appears, and the polling interval, in
 * ms.
 */
const WATCH_MS = 3_000;
const INTERVAL = 250;

/**
 * Returns true once the browser has autofilled every field of a form. Chrome shows a saved login
 * but hides the values and fires no event until the first user interaction, so a disabled submit
 * button would need two taps.
 */
export function useAutofilled(form: RefObject<HTMLFormElement | null>): boolean {
  const [autofilled, setAutofilled] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element || !CSS.supports('selector(:autofill)')) return;
    const check = () => setAutofilled(isAutofilled(element));
    const interval = setInterval(check, INTERVAL);
    const timer = setTimeout(() => clearInterval(interval), WATCH_MS);
    element.addEventListener('input', check);
    return () => {
      clearInterval(interval);
      clearTimeout(timer);
      element.removeEventListener('input', check);
    };
  }, [form]);
  return autofilled;
}

const isAutofilled = (form: HTMLFormElement) =>
  [...form.querySelectorAll('input')].every((input) => input.matches(':autofill'));
