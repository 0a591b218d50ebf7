import { statusOf, useIsShown, useWrite } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { failureText } from './failure-text.ts';
import styles from './form.module.css';
import { type Formatter, formatOnInput, type Registration } from './format-input.ts';
import { type FieldRules, type FormRules, firstBroken } from './rules.ts';
import { strings } from './strings.ts';
import { useRestoredInput } from './use-restored-input.ts';

const SESSION_ENDED = 401;

interface SendForm<Values extends FieldValues, Result> {
  rules: FormRules<Values>;
  defaultValues: Values;
  /** Submits the form; rejects on failure. Never called while a submission is pending. */
  send: (values: Values) => Promise<Result>;
  /**
   * Called after success, even after unmount: invalidates queries and notifies the user. A form
   * with `onSent` shows a failure after unmount as a toast. `next` waits for what it returns.
   */
  onSent?: (result: Result, values: Values) => unknown;
  /** Returns the message for a failure, for the form (`failure`) and the toast. */
  failureOf?: (error: unknown) => string;
  /** Called after a success, for example to navigate back. Not called after unmount. */
  next?: (result: Result, values: Values) => void;
  /**
   * For forms that edit server data: newer `defaultValues` update untouched fields, and unsaved
   * input is restored after the session ended; see `useRestoredInput`. Never for passwords or
   * cards.
   */
  keepsInput?: boolean;
  /** Blocks submitting even if the form is valid. */
  locked?: boolean;
}

/**
 * Form that allows one submission at a time while it is valid, validates a field once it has lost
 * focus, and keeps its values after a success or a failure.
 */
export function useSendForm<Values extends FieldValues, Result>({
  rules,
  defaultValues,
  send,
  onSent,
  failureOf = failureText,
  next,
  keepsInput = false,
  locked = false,
}: SendForm<Values, Result>) {
  const form = useForm<Values, unknown, Values>({
    resolver: resolverOf(rules),
    mode: 'onTouched',
    defaultValues: defaultValues as DefaultValues<Values>,
    // React Hook Form compares the content, so only changed server data updates the fields.
    ...(keepsInput && { values: defaultValues, resetOptions: { keepDirtyValues: true } }),
  });
  useRestoredInput(form, defaultValues, keepsInput);
  const toast = useSetAtom(showToastAtom);
  const isShown = useIsShown();
  const element = useRef<HTMLFormElement>(null);
  const autofilled = useAutofilled(element);
  const { mutate, isPending, error } = useWrite({
    mutationFn: send,
    // Don't cache the input after unmount: it may contain a password or a card.
    gcTime: 0,
    onSuccess: onSent,
    onError: (failure) => {
      if (onSent && !isShown.current && statusOf(failure) !== SESSION_ENDED)
        toast({ kind: 'failure', title: strings.notSaved, text: failureOf(failure) });
    },
  });
  const canSend = (form.formState.isValid || autofilled) && !locked;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    readAutofilledValues();
    form.handleSubmit((values) => {
      if (!locked) mutate(values, { onSuccess: next });
    })(event);
  };

  /** Copies values from the DOM, as some browsers autofill without an event. */
  function readAutofilledValues() {
    for (const name of Object.keys(defaultValues) as Path<Values>[]) {
      const input = element.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement && input.value && form.getValues(name) === '')
        form.setValue(name, input.value as PathValue<Values, Path<Values>>);
    }
  }

  /** A disabled submit button ignores Enter, so show the validation errors instead. */
  const showErrors = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !canSend) submit(event);
  };

  const formProps: ComponentProps<'form'> = {
    ref: element,
    noValidate: true,
    onSubmit: submit,
    onKeyDown: showErrors,
    className: styles.form,
  };
  /** Returns the props of a field: registration, error, and `format` during typing. */
  const field = (
    name: Path<Values>,
    format?: Formatter,
    options?: RegisterOptions<Values>,
  ): Registration & { error: string | undefined } => {
    const registration = form.register(name, options);
    const invalid: FieldError | undefined = get(form.formState.errors, name);
    return {
      ...(format ? formatOnInput(registration, format) : registration),
      error: invalid?.message,
    };
  };
  const submitProps = { type: 'submit', disabled: !canSend, pending: isPending } as const;
  const failure = error && failureOf(error);
  return { ...form, field, formProps, submitProps, error, failure };
}

/** Returns the check of a form as React Hook Form calls it. */
function resolverOf<Values extends FieldValues>(rules: FormRules<Values>): Resolver<Values, unknown, Values> {
  const named = Object.entries<FieldRules<Values> | undefined>(rules);
  return (given) => {
    const tidied = named.flatMap(([name, field]) => (field?.tidy ? [[name, field.tidy(given[name])]] : []));
    const values: Values = { ...given, ...Object.fromEntries(tidied) };
    const errors = named.flatMap(([name, field]) => {
      const message = field && firstBroken(field.rules, values[name], values);
      return message === undefined ? [] : [[name, { type: 'rule', message }]];
    });
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** How long a browser may take to autofill a new form. */
const MAX_WAIT_MS = 3_000;
const INTERVAL_MS = 250;

/**
 * Returns true once the browser has autofilled the whole form. Chrome hides a saved login's values
 * and fires no event until the first user interaction: a disabled button would need two taps.
 */
function useAutofilled(form: RefObject<HTMLFormElement | null>): boolean {
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
