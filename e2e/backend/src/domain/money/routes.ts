import type { FastifyInstance } from 'fastify';
import type { MoneyContext } from './context.ts';
import { registerCouponRoutes } from './coupons/routes.ts';
import { registerPaybackRoutes } from './paybacks/routes.ts';
import { registerPaymentRoutes } from './payment/routes.ts';
import { registerWalletRoutes } from './wallet/routes.ts';

/** Registers the calls of wallet, cards, top-ups, paybacks and coupons. */
export function registerMoneyRoutes(app: FastifyInstance, context: MoneyContext): void {
  registerWalletRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerPaybackRoutes(app, context);
  registerCouponRoutes(app, context);
}
