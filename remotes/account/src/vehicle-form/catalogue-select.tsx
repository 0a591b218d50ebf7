import { Button, words } from '@shared/ui';
import { Select } from '@shared/ui/form-fields';
import { type ComponentProps, useEffect } from 'react';
import { displayName } from '../vehicle-labels.ts';
import { strings } from './strings.ts';
import styles from './vehicle-form.module.css';

export interface Option {
  id: string;
  name: string;
}

interface CatalogueSelectProps extends ComponentProps<typeof Select> {
  /** Undefined while loading. */
  options: Option[] | undefined;
  /** Error of the last fetch, if it failed. */
  failure: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * Select with options from the vehicle catalogue. If they cannot be fetched, logs the error and
 * offers a retry.
 */
export function CatalogueSelect({ options, failure, retrying, onRetry, ...select }: CatalogueSelectProps) {
  useEffect(() => {
    if (failure) console.error(failure);
  }, [failure]);
  const placeholder = select.disabled
    ? strings.makeFirst
    : options || failure
      ? strings.choose
      : words.loading;
  return (
    <div className={styles.choice}>
      <Select {...select} hint={failure && strings.cataloguePartial}>
        <option value="">{placeholder}</option>
        {options?.map(({ id, name }) => (
          <option key={id} value={id}>
            {displayName(name)}
          </option>
        ))}
      </Select>
      {failure && (
        <Button variant="quiet" pending={retrying} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
