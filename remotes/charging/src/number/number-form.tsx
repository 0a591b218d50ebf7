import { isChargerNumber, maskChargerNumber } from '@shared/brazil';
import { Button } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { strings } from './strings.ts';

interface NumberFormProps {
  value: string;
  onChange: (value: string) => void;
  onSubmit: (number: string) => void;
}

/** Form for the charger number: five digits, a dash inserted automatically, one digit. */
export function NumberForm({ value, onChange, onSubmit }: NumberFormProps) {
  const valid = isChargerNumber(value);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) onSubmit(value);
      }}
    >
      <Field
        label={strings.number}
        hint={strings.numberHint}
        placeholder={strings.numberExample}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={value}
        onChange={(event) => onChange(maskChargerNumber(event.target.value))}
      />
      <Button type="submit" variant="primary" full disabled={!valid}>
        {strings.next}
      </Button>
    </form>
  );
}
