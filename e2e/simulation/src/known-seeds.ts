/** Every seed that has failed, and what it found. Changes of the model change what a seed does. */
import type { Options } from './run.ts';

export const KNOWN_SEEDS: readonly (Pick<Options, 'seed' | 'hours' | 'until' | 'onlyOcpp16'> & {
  found: string;
})[] = [
  {
    seed: 1056,
    hours: 0.5,
    onlyOcpp16: true,
    found: 'the run ended while the last event of a charge was on its way to a screen',
  },
  {
    seed: 5016,
    hours: 0.5,
    onlyOcpp16: true,
    found: 'repeated errors of an outage, logged minutes after it, counted as errors of their own',
  },
  {
    seed: 400473,
    hours: 0.4,
    found: 'the run ended while the notice of a late payment was on its way from the provider',
  },
  {
    seed: 18,
    hours: 2,
    until: 1.3,
    found: 'a restarted charge point got power that another one still had',
  },
  {
    seed: 1200207,
    hours: 0.67,
    found: 'after a failed push, a driver got the notice of an earlier turn beside that of the present one',
  },
  {
    seed: 107,
    found: "a copied identifier began a charge while the car's charge point had a clock that was behind",
  },
];
