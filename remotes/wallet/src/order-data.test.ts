import { expect, test } from '@rstest/core';
import { Order } from '@shared/contract';
import { amountOf, methodOf, pixOf } from './order-data.ts';

const order = (fields: Record<string, unknown>) => Order.parse({ orderId: 1, ...fields });

test('a Pix order tells its code and until when it is valid; a day alone is valid to its end', () => {
  const withDue = (due_date: string) =>
    pixOf(order({ orderData: JSON.stringify({ due_date, pix: { qrcode_text: '000201' } }) }));
  expect(withDue('2026-11-21T15:30:00Z')).toEqual({
    code: '000201',
    dueAt: Date.parse('2026-11-21T15:30:00Z'),
  });
  expect(withDue('2026-11-21').dueAt).toBe(new Date(2026, 10, 21, 23, 59, 59).getTime());
});

test.each([undefined, '', '{', '7', '{"pix":7}', '{"pix":{"qrcode_text":""}}', '{"due_date":"soon"}'])(
  'order data of %s tells nothing and throws nothing',
  (orderData) => expect(pixOf(order({ orderData }))).toEqual({ code: undefined, dueAt: undefined }),
);

test('the method is read off its text; what cannot be read is none', () => {
  const data = '{"description":"visa 4242","item_type":"credit_card"}';
  expect(methodOf(order({ orderPaymentMethodData: data }))).toMatchObject({ description: 'visa 4242' });
  expect(methodOf(order({ orderPaymentMethodData: 'visa' }))).toEqual({});
});

test('the amount is told in either spelling, or not at all', () => {
  expect(amountOf(order({ orderAmount: 1.005 }))).toBe(101);
  expect(amountOf(order({ orderAmmount: 35 }))).toBe(3500);
  expect(amountOf(order({}))).toBeUndefined();
});

test('returns the code when the due date can not be read', () => {
  const orderData = JSON.stringify({ due_date: 'soon', pix: { qrcode_text: '000201' } });
  expect(pixOf(order({ orderData }))).toEqual({ code: '000201', dueAt: undefined });
});
