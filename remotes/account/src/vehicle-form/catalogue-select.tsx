import { Button, Select } from '@shared/ui';
import { type ComponentProps, useEffect } from 'react';
import { shown } from '../vehicle-words.ts';
import { strings } from './strings.ts';
import styles from './vehicle-form.module.css';

export interface Option {
  id: string;
  name: string;
}

interface CatalogueSelectProps extends ComponentProps<typeof Select> {
  /** Undefined while they are asked for. */
  options: Option[] | undefined;
  /** Why they couldn't be had. */
  failure: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * A choice out of the catalogue of vehicles. A catalogue that can't be fetched is an empty list, and logged (specification,
 * section 8); here it can be asked for again.
 */
export function CatalogueSelect({ options, failure, retrying, onRetry, ...select }: CatalogueSelectProps) {
  useEffect(() => {
    if (failure) console.error(failure);
  }, [failure]);
  const first = select.disabled ? strings.makeFirst : options || failure ? strings.choose : strings.loading;
  return (
    <div className={styles.choice}>
      <Select {...select} hint={failure && strings.cataloguePartial}>
        <option value="">{first}</option>
        {options?.map(({ id, name }) => (
          <option key={id} value={id}>
            {shown(name)}
          </option>
        ))}
      </Select>
      {failure && (
        <Button variant="quiet" pending={retrying} onClick={onRetry}>
          {strings.retry}
        </Button>
      )}
    </div>
  );
}
