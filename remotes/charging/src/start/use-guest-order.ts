import { codeOf, request, useWrite } from '@shared/client';
import { failureText } from '@shared/forms/failure-text';
import { useNavigate, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { useToken } from '@shared/state/guest-session';
import { useSetAtom } from 'jotai';
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

const REFUSALS: Readonly<Record<string, string>> = {
  CONNECTOR_UNAVAILABLE: startStrings.unavailableText,
  CONNECTOR_RESERVED: startStrings.reserved,
  CHARGER_NOT_FOUND: startStrings.unavailableText,
  [PAYMENT_FAILED]: strings.paymentFailed,
  PAYMENT_UNAVAILABLE: strings.paymentUnavailable,
  EMAIL_INVALID: strings.invalidEmail,
  FREE_CHARGE: strings.freeCharge,
};

/** Orders the Pix code of a guest's charge, begins the session of that charge and shows the code. */
export function useGuestOrder() {
  const navigate = useNavigate();
  const paths = usePaths();
  const setSession = useSetAtom(sessionAtom);
  /** Token of the device's earlier charge: the new code replaces its unpaid one. */
  const bearer = useToken();
  /** The secret of the last order. The same order is repeated with it, so that there is only one. */
  const last = useRef({ order: '', secret: '' });
  const { mutate, isPending, error } = useWrite({
    async mutationFn(order: GuestOrder) {
      const text = JSON.stringify(order);
      if (last.current.order !== text) last.current = { order: text, secret: newSecret() };
      const { secret } = last.current;
      // Drivers with an account don't load its schemas.
      const { guestCalls } = await import('@shared/contract/guest-charge');
      const body = { ...order, Secret: secret };
      const { orderId } = await request(guestCalls.createGuestCharge, { body, bearer });
      return { orderId, secret };
    },
    onError(error) {
      // Such an order never gets a code.
      if (codeOf(error) === PAYMENT_FAILED) last.current = { order: '', secret: '' };
      if (codeOf(error) === GUEST_CHARGING) navigate(paths.guest(), { replace: true });
    },
    onSuccess({ orderId, secret }) {
      setSession({ status: 'guest', token: secret });
      navigate(paths.addPix(orderId), { replace: true });
    },
  });
  const refusal = REFUSALS[codeOf(error)];
  return {
    order: mutate,
    isPending,
    failure: error && (refusal ?? failureText(error, { 429: strings.tooMany })),
  };
}
