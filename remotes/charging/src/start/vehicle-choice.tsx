import { queries, useQuery } from '@shared/client';
import type { UserVehicle } from '@shared/contract';
import { Loading, RadioCards, Skeleton } from '@shared/ui';
import { useState } from 'react';
import styles from './confirmation.module.css';
import { strings } from './strings.ts';

interface Choice {
  vehicles: readonly UserVehicle[] | undefined;
  chosen: string | undefined;
  /** No choice is outstanding. */
  settled: boolean;
  choose: (uvId: string) => void;
}

/**
 * Loads the vehicles for a charge. One of several must be chosen, a single one is preselected, and
 * without any the charge starts without a vehicle. A list that fails to load counts as empty.
 */
export function useVehicleChoice(): Choice {
  const { data, isError } = useQuery(queries.vehicles());
  const [choice, choose] = useState<string>();
  const vehicles = isError ? [] : data;
  const chosen = vehicles?.length === 1 ? vehicles[0]?.uvId : choice;
  const settled = vehicles !== undefined && (vehicles.length < 2 || chosen !== undefined);
  return { vehicles, chosen, settled, choose };
}

export function VehicleChoice({ vehicles, chosen, settled, choose }: Choice) {
  if (!vehicles) {
    return (
      <Loading>
        <Skeleton height="3.25rem" />
      </Loading>
    );
  }
  const [only, another] = vehicles;
  if (!only) return null;
  if (!another) {
    return (
      <p className={styles.balance}>
        <span>{strings.vehicle}</span>
        <strong>{nameOf(only)}</strong>
      </p>
    );
  }
  return (
    <div className={styles.vehicles}>
      <RadioCards
        label={strings.chooseVehicle}
        options={vehicles.map((vehicle) => ({
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
