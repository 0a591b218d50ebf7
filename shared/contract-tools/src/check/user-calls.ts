/** Calls that read the data of a logged-in user. */
import { type ChargerSite, COUPON_STATES, type HistoryEntry, orderMethod, type User } from '@shared/contract';
import { type Inspector, UNKNOWN_ID } from './inspector.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Data from the responses that later checks need. */
export interface Account extends Credentials {
  user: User;
  /** Id of a site at which the user is a valet. */
  valetSite: string | undefined;
}

const MAX_SITES = 10;
const FORBIDDEN = 403;

/** Begins a session. Returns its token, or undefined if the login fails. */
export async function logIn(check: Inspector, credentials: Credentials): Promise<string | undefined> {
  const unknownUser = { email: 'contract-check@invalid.example', password: credentials.password };
  await check.refusal('login', 'for an unknown e-mail', { body: unknownUser }, [404]);
  const login = await check.call('login', { body: credentials });
  if (login) check.setSession(login.token);
  return login?.token;
}

/** Ends the session, and checks that its token is refused afterwards. */
export async function logOut(check: Inspector): Promise<void> {
  await check.call('logout', {});
  if (check.report.results().some(({ subject, progress }) => subject === 'logout' && progress === 'checked'))
    await check.refusal('userProfile', 'after the logout', {}, [401]);
}

export async function checkUserCalls(
  check: Inspector,
  credentials: Credentials,
  sites: readonly ChargerSite[],
): Promise<Account | undefined> {
  const user = await check.call('userProfile', {});
  await check.call('balance', { query: { wallet_type: 0 } });
  await check.call('paybackPlan', {});
  await check.call('tags', {});
  await check.call('waitingPlace', {});
  await checkCards(check);
  await checkStatement(check);
  await check.call('activeRecharges', {});
  await check.call('startAttempts', {});
  await checkVehicles(check);
  await checkCoupons(check, sites);
  await check.call('notificationSettings', {});
  // Only for operators with the permission.
  await check.call('releases', {}, [FORBIDDEN]);
  const valetSite = await checkValetCalls(check, sites);
  return user && { ...credentials, user, valetSite };
}

async function checkCards(check: Inspector): Promise<void> {
  const [card] = (await check.call('paymentMethods', {})) ?? [];
  await check.refusal('paymentMethod', 'for an unknown card', { path: { id: UNKNOWN_ID } }, [404]);
  if (!card) return check.report.skipped('paymentMethod', 'the user has no saved card');
  const found = await check.call('paymentMethod', { path: { id: card.id } });
  if (found) check.expectValue('paymentMethod', 'body.id', found.id, card.id, 'the requested id');
}

async function checkStatement(check: Inspector): Promise<void> {
  const entries: HistoryEntry[] = [];
  for (const days of ['30', '60', '90'])
    entries.push(...((await check.call('history', { path: { days } })) ?? []));
  await check.refusal('order', 'for an unknown order', { path: { id: UNKNOWN_ID } }, [404]);
  await check.refusal('userTransaction', 'for an unknown charge', { path: { id: UNKNOWN_ID } }, [404]);
  const orderId = entries.find(({ uwhOrderId }) => uwhOrderId !== undefined)?.uwhOrderId;
  if (orderId === undefined) check.report.skipped('order', 'the statement of 90 days has no order');
  else {
    const order = await check.call('order', { path: { id: orderId } });
    if (order) {
      check.expectValue('order', 'body.orderId', order.orderId, orderId, 'the requested id');
      const { orderPaymentMethodData: data } = order;
      const isReadable = data === undefined || Object.keys(orderMethod(order)).length > 0;
      check.expect('order', isReadable, 'body.orderPaymentMethodData', 'JSON with the payment method', data);
    }
  }
  const id = entries.find(({ transactionId }) => transactionId !== undefined)?.transactionId;
  if (id === undefined)
    return check.report.skipped('userTransaction', 'the statement of 90 days has no charge');
  const receipt = await check.call('userTransaction', { path: { id } });
  const isThis = receipt?.transactionId === undefined || receipt.transactionId === id;
  check.expect('userTransaction', isThis, 'body.transactionId', 'the requested id', receipt?.transactionId);
}

async function checkVehicles(check: Inspector): Promise<void> {
  const [vehicle] = (await check.call('vehicles', {})) ?? [];
  await check.refusal('vehicle', 'for an unknown vehicle', { path: { uvId: UNKNOWN_ID } }, [404]);
  if (!vehicle) check.report.skipped('vehicle', 'the user has no vehicle');
  else {
    const found = await check.call('vehicle', { path: { uvId: vehicle.uvId } });
    if (found) check.expectValue('vehicle', 'body.uvId', found.uvId, vehicle.uvId, 'the requested id');
  }
  await firstModel(check);
}

/** Returns the id of a model; undefined if there are none. */
export async function firstModel(check: Inspector): Promise<string | undefined> {
  const [manufacturer] = (await check.call('manufacturers', {})) ?? [];
  if (!manufacturer) {
    check.report.skipped('models', 'there is no manufacturer');
    return undefined;
  }
  const query = { manufacturerid: manufacturer.manufacturerId };
  const [model] = (await check.call('models', { query })) ?? [];
  return model?.vmId;
}

async function checkCoupons(check: Inspector, [site]: readonly ChargerSite[]): Promise<void> {
  const page = { page: 1, pageSize: 1000, search: '', dcType: '' };
  for (const status of COUPON_STATES) await check.call('coupons', { query: { status, ...page } });
  if (site) await check.call('coupons', { query: { status: 'active', ...page, verifySiteId: site.csId } });
}

/** Returns the id of the first site at which the user is a valet. */
async function checkValetCalls(check: Inspector, sites: readonly ChargerSite[]): Promise<string | undefined> {
  for (const { csId } of sites.slice(0, MAX_SITES)) {
    const path = { csId };
    if (!(await check.call('valetQueue', { path }, [FORBIDDEN]))) continue;
    await check.call('valetConnectors', { path });
    return csId;
  }
  const [site] = sites;
  if (site)
    await check.refusal('valetConnectors', 'for a user who is not a valet', { path: { csId: site.csId } }, [
      FORBIDDEN,
    ]);
  for (const name of VALET_CALLS)
    check.report.skipped(name, 'the user is not a valet of any site that was found');
  return undefined;
}

const VALET_CALLS = [
  'valetQueue',
  'valetConnectors',
  'addToValetQueue',
  'deleteFromValetQueue',
  'dismissFromValetQueue',
  'valetStart',
] as const;
