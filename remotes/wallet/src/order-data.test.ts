import { expect, test } from '@rstest/core';
import { Order, orderMethod } from '@shared/contract';
import { amountOf, pixOf } from './order-data.ts';

const order = (fields: Record<string, unknown>) => Order.parse({ orderId: 1, ...fields });

test('reads the code and expiry of a Pix order; a date without a time expires at the end of the day', () => {
  const withDue = (due_date: string) =>
    pixOf(order({ orderData: JSON.stringify({ due_date, pix: { qrcode_text: '000201' } }) }));
  expect(withDue('2026-11-21T15:30:00Z')).toEqual({
    code: '000201',
    dueAt: Date.parse('2026-11-21T15:30:00Z'),
  });
  expect(withDue('2026-11-21T15:30:00').dueAt).toBe(Date.parse('2026-11-21T15:30:00Z'));
  expect(withDue('2026-11-21').dueAt).toBe(new Date(2026, 10, 21, 23, 59, 59).getTime());
});

test.each([undefined, '', '{', '7', '{"pix":7}', '{"pix":{"qrcode_text":""}}', '{"due_date":"soon"}'])(
  'returns nothing for the order data %s',
  (orderData) => expect(pixOf(order({ orderData }))).toEqual({ code: undefined, dueAt: undefined }),
);

test('reads the payment method from its JSON and returns nothing for invalid JSON', () => {
  const data = '{"description":"visa 4242","item_type":"credit_card"}';
  expect(orderMethod(order({ orderPaymentMethodData: data }))).toMatchObject({ description: 'visa 4242' });
  expect(orderMethod(order({ orderPaymentMethodData: 'visa' }))).toEqual({});
});

test('reads data that a backend sends as objects', () => {
  expect(pixOf(order({ orderData: { pix: { qrcode_text: '000201' } } })).code).toBe('000201');
  const data = { description: 'visa 4242' };
  expect(orderMethod(order({ orderPaymentMethodData: data }))).toMatchObject(data);
});

test('reads the amount in either spelling', () => {
  expect(amountOf(order({ orderAmount: 1.005 }))).toBe(101);
  expect(amountOf(order({ orderAmmount: 35 }))).toBe(3500);
  expect(amountOf(order({}))).toBeUndefined();
});

test('returns the code when the due date is unreadable', () => {
  const orderData = JSON.stringify({ due_date: 'soon', pix: { qrcode_text: '000201' } });
  expect(pixOf(order({ orderData }))).toEqual({ code: '000201', dueAt: undefined });
});
