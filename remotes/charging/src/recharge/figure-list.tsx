import {
  centsFromReais,
  FREE,
  formatBRL,
  formatDecimal,
  formatDuration,
  formatKw,
  formatKwh,
  formatTimer,
} from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import type { ActiveRecharge, Transaction } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { isLoggedInAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { ENERGY } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { strings as guestStrings } from '../guest/strings.ts';
import { costSoFar, costSoon, creditBuys, creditEndsSoon } from './cost.ts';
import { PowerLevel } from './power-level.tsx';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';
import { useCredit } from './use-credit.ts';

interface FigureListProps {
  state: RechargeState;
  transaction: Transaction;
  /** Server time, in ms since 1970. */
  now: number;
  /** The charge point's first report may still arrive. */
  awaited: boolean;
}

/**
 * Shows time, power, energy, cost and what the balance still buys, with a placeholder for each
 * missing value. Notes come last, so that no figure moves when one appears.
 */
export function FigureList({ state, transaction, now, awaited }: FigureListProps) {
  const { figures, connector, over } = state;
  const { startTime, stopTime, startPriceProfilePeriod: price, sharedPower, secondsToFull } = transaction;
  const until = stopTime === undefined ? now : Date.parse(stopTime);
  const seconds = startTime === undefined ? undefined : Math.max(0, (until - Date.parse(startTime)) / 1000);
  const cost = costSoFar(transaction, figures.kwh, now);
  const free = price?.priceProfilePeriodFreeCharge;
  const showsMissing = !over && !awaited;
  // Until the first energy value, the cost isn't that of the charge.
  const isCostAwaited = awaited && cost?.withoutEnergy;
  const placeholder = awaited ? strings.awaited : strings.unknownFigure;
  return (
    <>
      <dl className={styles.figures}>
        <Figure label={strings.elapsed} placeholder={placeholder}>
          {seconds !== undefined && formatTimer(seconds)}
        </Figure>
        <Figure label={strings.power} placeholder={placeholder}>
          {figures.kw !== undefined && (
            <>
              <PowerLevel kw={figures.kw} maxKw={connector?.chargerModel?.cmMaxPower} />
              <Reading>{formatKw(figures.kw)}</Reading>
            </>
          )}
        </Figure>
        <Figure label={ENERGY} placeholder={placeholder}>
          {figures.kwh !== undefined && <Reading>{formatKwh(figures.kwh)}</Reading>}
        </Figure>
        <Figure
          label={over ? strings.total : strings.cost}
          placeholder={placeholder}
          note={!awaited && cost?.withoutEnergy && strings.costWithoutEnergy}
        >
          {free ? FREE : cost && !isCostAwaited && formatBRL(Math.round(cost.cents))}
        </Figure>
      </dl>
      {!over && price && cost && !cost.withoutEnergy && (
        <BalanceBuys
          price={price}
          cents={cost.cents}
          kw={figures.kw}
          seconds={seconds}
          isShared={sharedPower !== undefined}
        />
      )}
      {!over && secondsToFull !== undefined && figures.kw !== undefined && (
        <p className={styles.balance}>
          <span>{strings.fullIn}</span>
          <strong>
            {(sharedPower ? strings.atLeastAtThisPower : strings.atLeast)(formatDuration(secondsToFull))}
          </strong>
        </p>
      )}
      {!over && <CreditWarning transaction={transaction} figures={figures} now={now} />}
      {!over && sharedPower && <p className={styles.missing}>{sharedPowerText(sharedPower)}</p>}
      {!over && transaction.excludedSince && !sharedPower?.waits && (
        <p className={styles.missing}>{notBilledText(transaction)}</p>
      )}
      {showsMissing && <MissingValues figures={figures} withoutEnergy={cost?.withoutEnergy ?? false} />}
    </>
  );
}

interface FigureProps {
  label: string;
  /** Placeholder for a missing value. */
  placeholder: string;
  note?: string | false | undefined;
  children: ReactNode;
}

function Figure({ label, placeholder, note, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children || <span className={styles.unknown}>{placeholder}</span>}</dd>
      {note && <dd className={styles.figureNote}>{note}</dd>}
    </div>
  );
}

interface BalanceBuysProps {
  price: NonNullable<Transaction['startPriceProfilePeriod']>;
  cents: number;
  kw: number | undefined;
  seconds: number | undefined;
  /** The power changes with the other cars. */
  isShared: boolean;
}

function BalanceBuys({ price, cents, kw, seconds, isShared }: BalanceBuysProps) {
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const credit = useCredit();
  // Each of several charges spends the same balance.
  const active = useQuery({ ...queries.activeRecharges(), enabled: isLoggedIn });
  const isOnlyCharge = !isLoggedIn || (active.data !== undefined && active.data.length <= 1);
  const buys = isOnlyCharge && credit !== undefined && creditBuys(price, credit, cents, kw, seconds);
  if (!buys) return null;
  const amounts = [
    buys.kwh !== undefined && formatKwh(buys.kwh),
    buys.seconds !== undefined &&
      (isShared ? strings.atThisPower : strings.atThisPace)(formatDuration(buys.seconds)),
  ].filter(Boolean);
  return (
    <p className={styles.balance}>
      <span>{isLoggedIn ? strings.balanceBuys : guestStrings.creditLeft}</span>
      <strong>{amounts.join(' · ')}</strong>
    </p>
  );
}

/** Says how much of the connector's power the car may use while others need some, or that it waits. */
const sharedPowerText = ({ limitKW, maxKW, waits }: NonNullable<Transaction['sharedPower']>) =>
  waits ? strings.waitsForPower : strings.dividedPower(formatDecimal(limitKW), formatKw(maxKW));

/** Returns why the current time isn't billed. */
const notBilledText = ({ excludedBy }: Transaction) =>
  Object.entries(strings.notBilledBy).find(([cause]) => cause === excludedBy)?.[1] ?? strings.notBilled;

interface MissingValuesProps {
  figures: RechargeState['figures'];
  /** The price includes energy, but the cost so far doesn't. */
  withoutEnergy: boolean;
}

/**
 * Names the values that the charger or the car doesn't send, and explains the effect on cost and
 * credit limit.
 */
function MissingValues({ figures: { kwh, soc }, withoutEnergy }: MissingValuesProps) {
  if (kwh === undefined)
    return <p className={styles.missing}>{withoutEnergy ? strings.noMeterPriced : strings.noMeter}</p>;
  return soc === undefined ? <p className={styles.missing}>{strings.noSoc}</p> : null;
}

interface ChargeProps {
  transaction: Transaction;
  figures: RechargeState['figures'];
  /** Server time, in ms since 1970. */
  now: number;
}

/** Warns when the credit may not last another 15 minutes, and lets a user add more. */
function CreditWarning(charge: ChargeProps) {
  const { chargePointId, connectorId } = charge.transaction;
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const credit = useCredit();
  const { data: active = [] } = useQuery({ ...queries.activeRecharges(), enabled: isLoggedIn });
  const others = active.filter(
    (other) => other.chargePointId !== chargePointId || other.connectorId !== connectorId,
  );
  return (
    credit !== undefined && <CreditLeft {...charge} others={others} credit={credit} creditSoon={credit} />
  );
}

interface CreditLeftProps extends ChargeProps {
  /** The user's further charges, which spend the same credit. */
  others: readonly ActiveRecharge[];
  /** What the charges read so far leave of the credit, in BRL. */
  credit: number;
  /** What they will leave in 15 minutes. */
  creditSoon: number;
}

/** Subtracts the other charges one after the other, since each has a query of its own. */
function CreditLeft({ others: [other, ...others], credit, creditSoon, ...charge }: CreditLeftProps) {
  const paths = usePaths();
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const { data } = useQuery({
    ...queries.connectorStatus(other?.chargePointId ?? '', other?.connectorId ?? ''),
    enabled: other !== undefined,
  });
  const { transaction, figures, now } = charge;
  if (other) {
    const running = data?.[0]?.transaction;
    const rate = { kwh: running?.meterTotal, kw: running?.chargeRateKW };
    const { cents = 0 } = (running && costSoFar(running, rate.kwh, now)) ?? {};
    const soon = (running && costSoon(running, rate, now)) ?? 0;
    const left = { credit: credit - cents / 100, creditSoon: creditSoon - soon / 100 };
    return <CreditLeft {...charge} {...left} others={others} />;
  }
  if (!creditEndsSoon(transaction, figures, now, creditSoon)) return null;
  const { cents = 0 } = costSoFar(transaction, figures.kwh, now) ?? {};
  const isSpent = cents > 0 && cents >= centsFromReais(credit);
  return (
    <div className={styles.creditEnds} role="status">
      <p>{!isLoggedIn ? guestStrings.creditEnds : isSpent ? strings.creditSpent : strings.creditEnds}</p>
      {isLoggedIn && (
        <ButtonLink full render={<Link to={paths.addCredit('pix')} />}>
          {strings.addCredit}
        </ButtonLink>
      )}
    </div>
  );
}

/**
 * Shows a value reported by the charge point and fades it in when it changes. The animation is CSS:
 * a script that draws each frame would keep a phone's CPU awake.
 */
export function Reading({ children }: { children: string }) {
  return (
    <span key={children} className={styles.reading}>
      {children}
    </span>
  );
}
