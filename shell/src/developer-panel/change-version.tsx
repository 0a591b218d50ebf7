import type { RegistryEntry, Withdrawn } from '@shared/registry';
import { configAtom, device } from '@shared/state';
import { Button } from '@shared/ui';
import { Field, RadioCards } from '@shared/ui/form-fields';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { clearPreview, currentPreview, endPreview, parsePreview } from '../updates/preview/preview.ts';
import { PREVIEW_KEY } from '../updates/preview/preview-key.ts';
import styles from './panel.module.css';
import { strings } from './strings.ts';

/** With signatures, only versions that the signed registry names can run. */
const isSigned = () => Boolean(process.env.REMOTES_PUBLIC_KEY);

/** Value of the option for a typed version. */
const ANOTHER = '';

interface ChangeVersionProps {
  entry: RegistryEntry;
  /** Withdrawn versions of this remote. */
  withdrawn: Withdrawn[];
  running: string | undefined;
}

export function ChangeVersion({ entry, withdrawn, running }: ChangeVersionProps) {
  const isAllowed = useAtomValue(configAtom)?.preview === true;
  const [chosen, setChosen] = useState(running ?? entry.live.version);
  const [typed, setTyped] = useState('');
  const options = optionsOf(entry, withdrawn);
  const known = options.some(({ value }) => value === chosen);
  const version = known ? chosen : typed.trim();
  const preview = `${entry.name}@${version}`;
  const isValid = parsePreview(preview) !== undefined;
  if (!isAllowed) return <p className={styles.note}>{strings.notAllowed}</p>;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    // In every tab of this browser, until the preview ends.
    clearPreview();
    device.write(PREVIEW_KEY, preview);
    location.reload();
  };
  return (
    <form className={styles.change} onSubmit={submit}>
      <RadioCards
        label={strings.change}
        options={isSigned() ? options : [...options, { value: ANOTHER, label: strings.another }]}
        value={known ? chosen : ANOTHER}
        onChange={setChosen}
      />
      {!known && !isSigned() && (
        <Field
          label={strings.another}
          hint={strings.anotherHint}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" disabled={!isValid}>
          {strings.use}
        </Button>
        {currentPreview() && (
          <Button variant="quiet" onClick={endPreview}>
            {strings.end}
          </Button>
        )}
      </div>
    </form>
  );
}

function optionsOf({ live, previous, candidate }: RegistryEntry, withdrawn: Withdrawn[]) {
  const { reasons, previousVersion, ofCandidate, ofWithdrawn } = strings;
  const option = (version: string | undefined, label: string) => {
    const withdrawal = withdrawn.find((release) => release.version === version);
    if (version === undefined || (isSigned() && withdrawal)) return [];
    return [
      { value: version, label: version, detail: withdrawal ? ofWithdrawn(label, withdrawal.reason) : label },
    ];
  };
  return [
    ...option(live.version, reasons.live),
    ...option(previous?.version, previousVersion),
    ...(candidate ? option(candidate.release.version, ofCandidate(reasons.candidate, candidate)) : []),
  ];
}
