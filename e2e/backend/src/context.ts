import type { DemoOptions } from './demo/sandbox/context.ts';
import type { ChargePointsContext, ChargePointsOptions } from './domain/charge-points/context.ts';
import type { ChargingContext, ChargingOptions } from './domain/charging/context.ts';
import type { LiveContext, LiveOptions } from './domain/live/context.ts';
import type { MoneyContext, MoneyOptions } from './domain/money/context.ts';
import type { NoticesContext, NoticesOptions } from './domain/notices/context.ts';
import type { PeopleContext, PeopleOptions } from './domain/people/context.ts';
import type { WaitingLineContext, WaitingLineOptions } from './domain/waiting-line/context.ts';
import type { RemotesContext, RemotesOptions } from './remotes/context.ts';

/** The options of all parts. */
export interface BackendOptions
  extends PeopleOptions,
    MoneyOptions,
    ChargePointsOptions,
    WaitingLineOptions,
    ChargingOptions,
    NoticesOptions,
    LiveOptions,
    RemotesOptions,
    DemoOptions {}

/** The contexts of all parts. */
export interface BackendContext
  extends PeopleContext,
    MoneyContext,
    ChargePointsContext,
    WaitingLineContext,
    ChargingContext,
    NoticesContext,
    LiveContext,
    RemotesContext {
  options: BackendOptions;
}
