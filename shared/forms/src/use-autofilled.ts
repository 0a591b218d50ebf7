import { type RefObject, useEffect, useState } from 'react';

/** How long a browser may take to autofill a new form. */
const MAX_WAIT_MS = 3_000;
const INTERVAL_MS = 250;

/**
 * Returns true once the browser has autofilled the whole form. Chrome hides a saved login's values
 * and fires no event until the first user interaction: a disabled button would need two taps.
 */
export function useAutofilled(form: RefObject<HTMLFormElement | null>): boolean {
  const [autofilled, setAutofilled] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element || !CSS.supports('selector(:autofill)')) return;
    const check = () => setAutofilled(isAutofilled(element));
    const interval = setInterval(check, INTERVAL_MS);
    const timer = setTimeout(() => clearInterval(interval), MAX_WAIT_MS);
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
