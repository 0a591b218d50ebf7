/** Codes of the 429 responses to an account that exceeds a 24-hour limit. */
export const DAILY_LIMIT_CODES = {
  cardFailures: 'TOO_MANY_CARD_FAILURES',
  newCards: 'TOO_MANY_NEW_CARDS',
  pixOrders: 'TOO_MANY_PIX_ORDERS',
  starts: 'TOO_MANY_STARTS',
  valetStarts: 'TOO_MANY_STARTS',
  couponFailures: 'TOO_MANY_COUPON_FAILURES',
  pushTokens: 'TOO_MANY_PUSH_TOKENS',
} as const;
