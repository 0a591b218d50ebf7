import { queries, useQuery } from '@shared/client';
import type { UserVehicle } from '@shared/contract';
import { Button, words } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { useState } from 'react';
import styles from './confirmation.module.css';
import { strings } from './strings.ts';

interface Choice {
  vehicles: readonly UserVehicle[] | undefined;
  chosen: string | undefined;
  /** No choice is outstanding. */
  settled: boolean;
  choose: (uvId: string) => void;
  /** Present if the vehicles can't be loaded, or not in time. */
  retry: (() => void) | undefined;
  retrying: boolean;
}

/**
 * Loads the vehicles for a charge. One of several must be chosen, a single one is preselected, and
 * without any the charge starts without a vehicle. If the list can't be loaded, the start is left
 * to the server, which takes the only vehicle or requires a choice.
 * @param isLate true if a list that is still missing counts as one that can't be loaded
 */
export function useVehicleChoice(isLate: boolean): Choice {
  const { data, isError, isFetching, refetch } = useQuery(queries.vehicles());
  const [choice, choose] = useState<string>();
  const failed = (isError || isLate) && data === undefined;
  const vehicles = failed ? [] : data;
  const validChoice = vehicles?.some(({ uvId }) => uvId === choice) ? choice : undefined;
  const chosen = vehicles?.length === 1 ? vehicles[0]?.uvId : validChoice;
  const settled = vehicles !== undefined && (vehicles.length < 2 || chosen !== undefined);
  return { vehicles, chosen, settled, choose, retry: failed ? refetch : undefined, retrying: isFetching };
}

export function VehicleChoice({ vehicles, chosen, settled, choose, retry, retrying }: Choice) {
  if (retry)
    return (
      <div className={styles.failure} role="alert">
        <p>{strings.vehicleFailure}</p>
        <Button pending={retrying} onClick={retry}>
          {words.retry}
        </Button>
      </div>
    );
  const [only, another, ...rest] = vehicles ?? [];
  if (!only) return null;
  if (!another) {
    return (
      <p className={styles.balance}>
        <span>{strings.vehicle}</span>
        <strong>
          <bdi>{nameOf(only)}</bdi>
        </strong>
      </p>
    );
  }
  return (
    <div className={styles.group}>
      <RadioCards
        label={strings.chooseVehicle}
        options={[only, another, ...rest].map((vehicle) => ({
          value: vehicle.uvId,
          label: nameOf(vehicle),
          detail: vehicle.uvLicencePlate,
        }))}
        value={chosen}
        onChange={choose}
      />
      {!settled && <p className={styles.muted}>{strings.vehicleRequired}</p>}
    </div>
  );
}

const nameOf = ({ uvName, uvLicencePlate }: UserVehicle) => uvName || uvLicencePlate || strings.vehicle;
