import { plugName } from '@shared/charging/plug-name';
import { CURRENTS, PLUGS } from '@shared/contract';
import { Button, Dialog } from '@shared/ui';
import { RadioCards, Select, Switch } from '@shared/ui/form-fields';
import { useState } from 'react';
import { strings } from './late-strings.ts';
import type { SearchFilters } from './search-params.ts';

const ANY = '';

interface FiltersDialogProps {
  filters: SearchFilters;
  onApply: (filters: SearchFilters) => void;
  onClose: () => void;
}

/** Dialog with the search filters, which take effect when they are applied. */
export function FiltersDialog({ filters, onApply, onClose }: FiltersDialogProps) {
  const [free, setFree] = useState(filters.free === true);
  const [plug, setPlug] = useState(filters.plug);
  const [speed, setSpeed] = useState(filters.speed);
  const apply = () => onApply({ free: free || undefined, plug, speed });
  return (
    <Dialog
      title={strings.filters}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={apply}>
            {strings.apply}
          </Button>
          <Button variant="quiet" onClick={() => onApply({})}>
            {strings.clearFilters}
          </Button>
        </>
      }
    >
      <RadioCards
        label={strings.current}
        columns={3}
        options={[
          { value: ANY, label: strings.anyCurrent },
          ...CURRENTS.map((value) => ({ value, label: strings[value] })),
        ]}
        value={speed ?? ANY}
        onChange={(value) => setSpeed(CURRENTS.find((known) => known === value))}
      />
      <Select
        label={strings.plug}
        value={plug ?? ANY}
        onChange={(event) => setPlug(PLUGS.find((known) => known === event.target.value))}
      >
        <option value={ANY}>{strings.anyPlug}</option>
        {PLUGS.map((value) => (
          <option key={value} value={value}>
            {plugName(value)}
          </option>
        ))}
      </Select>
      <Switch
        label={strings.freeParking}
        checked={free}
        onChange={(event) => setFree(event.target.checked)}
      />
    </Dialog>
  );
}
