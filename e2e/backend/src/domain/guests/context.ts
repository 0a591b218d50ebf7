import type { ChargingContext, ChargingOptions } from '../charging/context.ts';
import type { MoneyContext, MoneyOptions } from '../money/context.ts';
import type { PeopleContext, PeopleOptions } from '../people/context.ts';

interface GuestsOptions extends ChargingOptions, MoneyOptions, PeopleOptions {}

export interface GuestsContext extends ChargingContext, MoneyContext, PeopleContext {
  options: GuestsOptions;
}
