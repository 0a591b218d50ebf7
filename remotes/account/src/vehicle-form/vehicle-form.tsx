import { maskPlate } from '@shared/brazil';
import { statusOf } from '@shared/client';
import { MAX_VEHICLE_NAME } from '@shared/contract/vehicle-name';
import { failureText, useSendForm } from '@shared/forms';
import { showToastAtom } from '@shared/state';
import { Button, Page } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useId } from 'react';
import { CatalogueSelect } from './catalogue-select.tsx';
import { strings } from './strings.ts';
import { type KnownChoice, useCatalogue } from './use-catalogue.ts';
import { RULES, type VehicleFields } from './vehicle-fields.ts';

const CONFLICT = 409;
/** Marks an automatically set model as user input, which a refetch doesn't overwrite. */
const CHOSEN = { shouldDirty: true } as const;

interface VehicleFormProps {
  title: ReactNode;
  onBack: () => void;
  initial: VehicleFields;
  known?: KnownChoice | undefined;
  submitLabel: string;
  /** Disables saving although the form is valid. */
  locked?: boolean;
  save: (values: VehicleFields) => Promise<unknown>;
  /** Called after a successful save; the form itself navigates back. */
  onSaved: () => void;
  /** Shown below the form. */
  below?: ReactNode;
  /** Further actions below the save button. */
  more?: ReactNode;
}

/** Screen with the form of a new or existing vehicle. A failed save keeps the input. */
export function VehicleForm({
  title,
  onBack,
  initial,
  known,
  submitLabel,
  locked = false,
  save,
  onSaved,
  below,
  more,
}: VehicleFormProps) {
  const id = useId();
  const toast = useSetAtom(showToastAtom);
  const { field, watch, setValue, setError, formProps, submitProps, error } = useSendForm({
    rules: RULES,
    defaultValues: initial,
    keepsInput: true,
    locked,
    send: save,
    onSent: onSaved,
    failureOf: (failure) => failureText(failure, { [CONFLICT]: strings.taken }, strings.failed),
    next: onBack,
  });
  const { make, model } = watch();
  const { makes, models } = useCatalogue(make, known);
  const onlyModel = models.options?.length === 1 ? models.options[0]?.id : undefined;

  // A make with a single model needs no second choice.
  useEffect(() => {
    if (onlyModel !== undefined) setValue('model', onlyModel, { ...CHOSEN, shouldValidate: true });
  }, [onlyModel, setValue]);

  useEffect(() => {
    if (!error) return;
    if (statusOf(error) === CONFLICT) setError('plate', { message: strings.taken }, { shouldFocus: true });
    else toast({ id: 'vehicle', kind: 'failure', title: strings.failed });
  }, [error, setError, toast]);

  return (
    <Page
      title={title}
      onBack={onBack}
      actions={
        <>
          <Button {...submitProps} form={id} variant="primary" full>
            {submitLabel}
          </Button>
          {more}
        </>
      }
    >
      <form {...formProps} id={id}>
        <Field
          {...field('name')}
          label={strings.name}
          maxLength={MAX_VEHICLE_NAME}
          autoComplete="off"
          enterKeyHint="next"
        />
        <CatalogueSelect
          {...field('make', undefined, { onChange: () => setValue('model', '', CHOSEN) })}
          {...makes}
          value={make}
          label={strings.make}
        />
        <CatalogueSelect
          {...field('model')}
          {...models}
          value={model}
          label={strings.model}
          disabled={make === ''}
        />
        <Field
          {...field('plate', maskPlate)}
          label={strings.plate}
          placeholder={strings.platePlaceholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
      </form>
      {below}
    </Page>
  );
}
