/** Wallet steps that several journeys share. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newAccount, newEmail } from './accounts.ts';
import { BRAND, PASSWORD } from './steps.ts';

/** A valid, made-up CPF. */
export const CPF = '529.982.247-25';

/** Creates an account with a CPF, which payments require. Returns its e-mail address. */
export async function newPayer(request: APIRequestContext): Promise<string> {
  const email = await newAccount(request);
  const { headers, user } = await openSession(request, email);
  const data = { id: String(user.id), name: user.name, email, phoneNumber: '', birthdate: '', cpf: CPF };
  await expect(await request.put('/v1/api/userprofile', { data, headers })).toBeOK();
  return email;
}

/** Creates an account with R$ 35 of credit. Returns its e-mail address. */
export async function newDriver(request: APIRequestContext): Promise<string> {
  const email = await newPayer(request);
  await pay(request, await requestPix(request, email, 35));
  return email;
}

/** Creates an account of another brand with R$ 60 of credit, through the API. Returns it, with its session. */
export async function newDriverOf(brandName: string, request: APIRequestContext) {
  const email = newEmail();
  const record = await request.get(`/v1/api/Applications/${brandName}`);
  const { appId } = (await record.json()) as { appId: number };
  const brand = { 'X-Brand-ID': String(appId) };
  const account = { name: 'Nina Prado', email, password: PASSWORD };
  await expect(await request.post(`/v1/api/userregister?app_id=${appId}`, { data: account })).toBeOK();
  const { headers: session, user } = await openSession(request, email, brand);
  const headers = { ...brand, ...session };
  const profile = { id: String(user.id), name: user.name, email, phoneNumber: '', birthdate: '', cpf: CPF };
  await expect(await request.put('/v1/api/userprofile', { data: profile, headers })).toBeOK();
  const topUp = { Ammount: 60, PaymentMethod: 'pix' };
  const order = await request.post('/v1/api/wallet/Balance', { data: topUp, headers });
  await pay(request, String(((await order.json()) as { orderId: number }).orderId));
  return { email, user, headers };
}

/** Requests a Pix code through the API. Returns the id of its order. */
export async function requestPix(request: APIRequestContext, email: string, reais: number): Promise<string> {
  const { headers } = await openSession(request, email);
  const data = { Ammount: reais, PaymentMethod: 'pix' };
  const response = await request.post('/v1/api/wallet/Balance', { data, headers });
  await expect(response).toBeOK();
  return String(((await response.json()) as { orderId: string | number }).orderId);
}

/** Does what a payer, a card holder or a bank can do with an order's payment, `pay` by default. */
export async function pay(request: APIRequestContext, orderId: string, action = 'pay') {
  await expect(await request.post(`/sandbox/api/orders/${orderId}/${action}`, { data: {} })).toBeOK();
}

/** Creates an account with saved cards, by default Visa 4242 and Mastercard 5454. Returns its e-mail. */
export async function newCardHolder(
  request: APIRequestContext,
  numbers = ['4242424242424242', '5555555555555454'],
): Promise<string> {
  const email = await newPayer(request);
  const { headers } = await openSession(request, email);
  for (const number of numbers) {
    const brand = number.startsWith('4') ? 'visa' : 'mastercard';
    const card = { number, first_name: 'Nina', last_name: 'Prado', month: '12', year: '2031' };
    const response = await request.post('/sandbox/payment/payment_token', {
      data: {
        account_id: 'sandbox',
        method: 'credit_card',
        test: true,
        data: { ...card, verification_value: '123' },
      },
    });
    await expect(response).toBeOK();
    const { id: token } = (await response.json()) as { id: string };
    const description = `${brand} ${number.slice(-4)}`;
    const data = { description, token, set_as_default: brand === 'visa', cpf_cnpj: CPF };
    await expect(await request.post('/v1/api/UserPaymentMethods', { data, headers })).toBeOK();
  }
  return email;
}

async function openSession(request: APIRequestContext, email: string, brand: Record<string, string> = {}) {
  const data = { email, password: PASSWORD };
  const login = await request.post('/v1/api/auth', { data, headers: brand });
  await expect(login).toBeOK();
  const { token, user } = (await login.json()) as { token: string; user: { id: number; name: string } };
  return { headers: { Authorization: `Bearer ${token}` }, user };
}

/** Returns the balance in the header, in cents. */
export async function balanceOf(page: Page): Promise<number> {
  const figure = page.getByRole('banner').getByText(/^-?R\$\s[\d.]+,\d\d$/);
  return Number((await figure.textContent())?.replace(/[^\d-]/g, ''));
}

/** Waits until the header shows a balance, in cents. */
export const expectBalance = (page: Page, cents: number) =>
  expect.poll(() => balanceOf(page), 'the balance').toBe(cents);

/** Navigates from the home to the amounts of a payment method. */
export async function choosePayment(page: Page, method: RegExp) {
  await page.goto(`/${BRAND}/`);
  await page.getByRole('link', { name: 'Adicionar' }).click();
  await page.getByRole('link', { name: method }).click();
  await expect(page.getByRole('radio', { name: /35,00/ })).toBeChecked();
}

/** Selects an amount and opens its confirmation dialog. Returns the confirm button. */
export async function openPayConfirmation(page: Page, reais: number) {
  const amount = page.getByRole('radio', { name: new RegExp(`\\s${reais},00$`) });
  // The input itself is hidden. A forced click wouldn't wait until the page has stopped moving.
  await page.locator('label', { has: amount }).click();
  await expect(amount).toBeChecked();
  await page.getByRole('button', { name: 'Adicionar Créditos' }).click();
  return page
    .getByRole('dialog', { name: `Confirmar crédito de R$ ${reais},00` })
    .getByRole('button', { name: 'Confirmar' });
}

/** Fills in the form for a new card. */
export async function fillCard(page: Page, number: string, cvv: string) {
  for (const [field, text] of [
    ['Nome', 'Nina'],
    ['Sobrenome', 'Prado'],
    ['CPF/CNPJ', CPF],
    ['Número do cartão', number],
    ['Validade', `12/${String(new Date().getFullYear() + 3).slice(2)}`],
    ['CVV', cvv],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(text);
}

/** Saves a new card and expects it among the payment methods. */
export async function addCard(page: Page, number: string, cvv = '123') {
  await page.goto(`/${BRAND}/paymentMethods`);
  await page.getByRole('link', { name: /^Cartão de crédito/ }).click();
  await fillCard(page, number, cvv);
  await page.getByRole('button', { name: 'Salvar Cartão' }).click();
  await expect(page.getByText('Cartão salvo com sucesso')).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^Visa ${number.slice(-4)}`) })).toBeVisible();
}
