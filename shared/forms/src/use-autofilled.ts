import { type RefObject, useEffect, useState } from 'react';

/** How long after the form's appearance a browser may still be filling it in, in ms, and how often that is looked at. */
const PATIENCE = 3_000;
const INTERVAL = 250;

/**
 * Whether the browser has filled in every field of a form by itself. Chrome shows a saved login before the page may read
 * it and tells nobody until the first touch; a submit button that waited for that would need two.
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
