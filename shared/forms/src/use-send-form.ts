import { zodResolver } from '@hookform/resolvers/zod';
import { statusOf, useIsShown, useWrite } from '@shared/client';
import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { type ComponentProps, type FormEvent, type KeyboardEvent, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { failureText } from './failure-text.ts';
import { strings } from './strings.ts';
import { useAutofilled } from './use-autofilled.ts';
import { useKeptInput } from './use-kept-input.ts';

const SESSION_ENDED = 401;

interface SendForm<Values extends FieldValues, Answer> {
  schema: z.ZodMiniType<Values, Values>;
  defaultValues: Values;
  /** Carries out what the form is for; rejects where that failed. Never called while it runs. */
  send: (values: Values) => Promise<Answer>;
  /**
   * Success, wherever the person is by then: what others show is renewed and the person is told. Where there is this, a
   * failure is told as well to whoever has left.
   */
  onSent?: (answer: Answer, values: Values) => void;
  /** What a failure is called, on screen (`failure`) and to whoever has left. */
  failureOf?: (error: unknown) => string;
  /** What comes after that on screen, such as the way back. Nothing does once the form was left. */
  next?: (answer: Answer, values: Values) => void;
  /**
   * True for what the server knows: newer `defaultValues` fill what wasn't typed in, and what was comes back when the
   * session ends and the same person logs in again; see `useKeptInput`. Never for passwords or cards.
   */
  keepsInput?: boolean;
  /** True while it mustn't be sent although it is valid. */
  locked?: boolean;
}

/**
 * A form that sends something once: it can be sent while it is valid (specification, section 4), says what is wrong
 * with a field once that was left, and keeps what was typed whatever becomes of the call.
 *
 * Spread `formProps` into the `<form>` and `submitProps` into its submit button; `error` is the last attempt's failure,
 * `failure` its words.
 */
export function useSendForm<Values extends FieldValues, Answer>({
  schema,
  defaultValues,
  send,
  onSent,
  failureOf = failureText,
  next,
  keepsInput = false,
  locked = false,
}: SendForm<Values, Answer>) {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: defaultValues as DefaultValues<Values>,
    // Compared by content: what is new is the server's.
    ...(keepsInput && { values: defaultValues, resetOptions: { keepDirtyValues: true } }),
  });
  useKeptInput(form, defaultValues, keepsInput);
  const toast = useSetAtom(showToastAtom);
  const isShown = useIsShown();
  const element = useRef<HTMLFormElement>(null);
  const autofilled = useAutofilled(element);
  const { mutate, isPending, error } = useWrite({
    mutationFn: send,
    // What was typed, a password or a card, isn't kept once the form is gone.
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
    takeUpWhatIsShown();
    form.handleSubmit((values) => {
      if (!locked) mutate(values, { onSuccess: next });
    })(event);
  };

  /** A browser that fills fields in may tell nobody: a field that shows something isn't empty. */
  function takeUpWhatIsShown() {
    for (const name of Object.keys(defaultValues) as Path<Values>[]) {
      const input = element.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement && input.value && form.getValues(name) === '')
        form.setValue(name, input.value as PathValue<Values, Path<Values>>);
    }
  }

  /** A disabled submit button swallows Enter, which is then the question why: it shows what is wrong. */
  const explain = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !canSend) submit(event);
  };

  const formProps: ComponentProps<'form'> = {
    ref: element,
    noValidate: true,
    onSubmit: submit,
    onKeyDown: explain,
  };
  const submitProps = { type: 'submit', disabled: !canSend, pending: isPending } as const;
  const failure = error && failureOf(error);
  return { ...form, formProps, submitProps, error, failure };
}
