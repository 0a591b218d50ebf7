import { queries, useQuery } from '@shared/client';
import type { UserVehicle } from '@shared/contract';
import { Link, useBack, usePaths } from '@shared/router';
import { Button, ButtonLink, Card, EmptyState, Loading, Page, words } from '@shared/ui';
import { Car, Plus } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useEffect } from 'react';
import { modelOf, plateOf, titleOf } from '../vehicle-labels.ts';
import { strings } from './strings.ts';
import styles from './vehicles-list.module.css';

/** Screen that lists the driver's vehicles. */
export function Component() {
  const paths = usePaths();
  const back = useBack(paths.home());
  const { data, error, isPending, isFetching, refetch } = useQuery(queries.vehicles());

  // A list that cannot be fetched is shown as empty, so log the failure.
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);

  return (
    <Page
      title={strings.title}
      onBack={back}
      actions={
        <ButtonLink variant="primary" icon={<Plus />} full render={<Link to={paths.newVehicle()} />}>
          {strings.add}
        </ButtonLink>
      }
    >
      {isPending && <Loading height="15rem" />}
      {!isPending && !data?.length && (
        <EmptyState
          icon={<Car />}
          title={strings.empty}
          action={
            error && (
              <Button onClick={() => refetch()} pending={isFetching}>
                {words.retry}
              </Button>
            )
          }
        >
          {error && strings.failure}
        </EmptyState>
      )}
      {data && data.length > 0 && <Vehicles vehicles={data} />}
    </Page>
  );
}

function Vehicles({ vehicles }: { vehicles: UserVehicle[] }) {
  const paths = usePaths();
  return (
    <Card flush>
      <List label={strings.title}>
        {vehicles.map((vehicle) => {
          const title = titleOf(vehicle);
          const model = modelOf(vehicle);
          const plate = plateOf(vehicle);
          return (
            <ListRow
              key={vehicle.uvId}
              render={<Link to={paths.vehicle(vehicle.uvId)} />}
              leading={<Car />}
              title={title}
              detail={model === title ? undefined : model}
              trailing={plate && <span className={styles.plate}>{plate}</span>}
            />
          );
        })}
      </List>
    </Card>
  );
}
