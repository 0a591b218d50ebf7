import { LoadBoundary } from '@shared/router/rendering';
import type { SlotHost } from '@shared/state';
import type { ReactNode } from 'react';
import type { RemoteSource } from '../loading/remote-source.ts';
import { RetryWhenOnline } from './retry-when-online.tsx';

/** Fills slots from a source. Each shows its fallback if its remote is missing, slow or broken. */
export function slotHost(source: RemoteSource): SlotHost {
  const components = new Map<string, ReturnType<typeof slotComponent>>();
  return {
    component(name) {
      const component = components.get(name) ?? slotComponent(source, name);
      components.set(name, component);
      return component;
    },
  };
}

function slotComponent(source: RemoteSource, name: string) {
  const where = `slot ${name}`;
  return function FilledSlot({ props, fallback }: { props: object; fallback: ReactNode }) {
    return (
      <LoadBoundary
        load={() => source.slot(name)}
        loading={fallback}
        failure={(retry, startedAt) => (
          <RetryWhenOnline retry={retry} since={startedAt}>
            {fallback}
          </RetryWhenOnline>
        )}
        onFailure={(error) => source.report(error, where)}
        onCrash={(error, Part) => source.failed(Part, error, where)}
      >
        {(Part) => (Part ? <Part {...props} /> : fallback)}
      </LoadBoundary>
    );
  };
}
