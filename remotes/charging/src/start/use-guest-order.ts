import { codeOf, request, useIsShown, useWrite } from '@shared/client';
import { failureText } from '@shared/forms/failure-text';
import { useNavigate, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { useStore } from 'jotai';
import { useRef } from 'react';
import { strings } from '../guest/strings.ts';
import { strings as startStrings } from './strings.ts';

interface GuestOrder {
  ChargePointID: string;
  Amount: number;
  Email: string | undefined;
}

/** Returns 32 random bytes as base64url. */
const newSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Code of an order for which the provider made no code. */
const PAYMENT_FAILED = 'PAYMENT_FAILED';

/** Code of an order if the device's earlier code was paid. */
const GUEST_CHARGING = 'GUEST_CHARGING';

const REFUSALS = new Map<string, string>([
  ['CONNECTOR_UNAVAILABLE', startStrings.unavailableText],
  ['CONNECTOR_RESERVED', startStrings.reserved],
  ['CHARGER_NOT_FOUND', startStrings.unavailableText],
  [PAYMENT_FAILED, strings.paymentFailed],
  ['PAYMENT_UNAVAILABLE', strings.paymentUnavailable],
  ['EMAIL_INVALID', strings.invalidEmail],
  ['FREE_CHARGE', strings.freeCharge],
]);

/** Orders the Pix code of a guest's charge, begins the session of that charge and shows the code. */
export function useGuestOrder() {
  const navigate = useNavigate();
  const paths = usePaths();
  const store = useStore();
  const isShown = useIsShown();
  /** The secret of the last order. The same order is repeated with it, so that there is only one. */
  const last = useRef({ order: '', secret: '' });
  const { mutate, isPending, error } = useWrite({
    async mutationFn(order: GuestOrder) {
      const text = JSON.stringify(order);
      if (last.current.order !== text) last.current = { order: text, secret: newSecret() };
      const { secret } = last.current;
      // Token of the device's earlier charge: the new code replaces its unpaid one.
      const { token: bearer } = store.get(sessionAtom);
      // Drivers with an account don't load its schemas.
      const { guestCalls } = await import('@shared/contract/guest-charge');
      const body = { ...order, Secret: secret };
      const { orderId } = await request(guestCalls.createGuestCharge, { body, bearer });
      return { orderId, secret, bearer };
    },
    onError(error) {
      // Such an order never gets a code.
      if (codeOf(error) === PAYMENT_FAILED) last.current = { order: '', secret: '' };
      if (codeOf(error) === GUEST_CHARGING && isShown.current) navigate(paths.guest(), { replace: true });
    },
    onSuccess({ orderId, secret, bearer }) {
      // A session that has begun meanwhile stays: this code was never shown, so it isn't paid.
      if (store.get(sessionAtom).token !== bearer) return;
      store.set(sessionAtom, { status: 'guest', token: secret });
      // Don't navigate after unmount: the home shows the code that waits for its payment.
      if (isShown.current) navigate(paths.addPix(orderId), { replace: true });
    },
  });
  const refusal = REFUSALS.get(codeOf(error));
  return {
    order: mutate,
    isPending,
    failure: error && (refusal ?? failureText(error, { 429: strings.tooMany })),
  };
}
