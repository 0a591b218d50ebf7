import { type RefObject, useEffect, useState } from 'react';

/**
 * How long a browser may take to autofill the form after it appears, and the polling interval, in
 * ms.
 */
const PATIENCE = 3_000;
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
    const look = () => setAutofilled(isAutofilled(element));
    const interval = setInterval(look, INTERVAL);
    const timer = setTimeout(() => clearInterval(interval), PATIENCE);
    element.addEventListener('input', look);
    return () => {
      clearInterval(interval);
      clearTimeout(timer);
      element.removeEventListener('input', look);
    };
  }, [form]);
  return autofilled;
}

const isAutofilled = (form: HTMLFormElement) =>
  [...form.querySelectorAll('input')].every((input) => input.matches(':autofill'));
