/** The order in which vehicles should charge, at a site that shares its power and on a fleet's board. */
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';

/** What a vehicle needs before it departs. */
export interface Need {
  /** In ms since 1970. */
  departsAt: number;
  /** Energy that is still to be charged; undefined if unknown. */
  kwh: number | undefined;
  /** The most power with which it can charge. */
  mostKw: number;
}

interface Candidate {
  /** In percent. */
  soc?: number | null | undefined;
  need?: Need | undefined;
}

/** A charge that could wait for less than this must go on now: cars slow down, and others come. */
const MARGIN_MS = 30 * MINUTE_MS;

/**
 * Returns how long, in ms, the vehicle could wait and still be ready with full power from then on:
 * less than 0 if it can't be ready any more, `Infinity` if it needs no energy or what it needs is unknown.
 */
export function slackOf({ departsAt, kwh, mostKw }: Need, now: number): number {
  return kwh ? departsAt - now - (kwh / mostKw) * HOUR_MS : Infinity;
}

/** Returns whether the vehicle must charge now to be ready when it departs. */
export const isUrgent = (need: Need, now: number): boolean => slackOf(need, now) <= MARGIN_MS;

/**
 * Compares vehicles: first those that must charge now, the least slack first, then the others, the
 * emptiest battery first. Unknown batteries are last.
 */
export function compareByNeed(now: number) {
  const urgencyOf = ({ need }: Candidate) => (need && isUrgent(need, now) ? slackOf(need, now) : Infinity);
  const socOf = ({ soc }: Candidate) => soc ?? Infinity;
  return (one: Candidate, other: Candidate): number =>
    ascending(urgencyOf(one), urgencyOf(other)) || ascending(socOf(one), socOf(other));
}

const ascending = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);
