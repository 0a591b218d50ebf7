import { accepts, readSetting } from '@shared/contract/read-setting';
import type { Setting, SettingValue } from '@shared/contract/settings';
import { siteAt } from '@shared/registry/target';
import { settingsInManifest } from '@shared/registry/version-manifest';
import { brandAtom, configAtom, device } from '@shared/state';
import { SETTINGS_KEY, storedSettings } from '@shared/state/settings';
import { Button } from '@shared/ui';
import { Field, Select } from '@shared/ui/form-fields';
import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useState } from 'react';
import { report } from '../errors/report.ts';
import { fetchManifest } from './check-version.ts';
import styles from './panel.module.css';
import { strings } from './strings.ts';

/** Text of no value of this browser. */
const AS_CONFIGURED = '';

/**
 * Shows the settings of versions in the screen's context, and changes them for this browser.
 * @param folders URLs of the versions, with a trailing slash
 */
export function Settings({ folders }: { folders: readonly string[] }) {
  const [manifests, setManifests] = useState<unknown[]>([]);
  const key = folders.join(' ');
  useEffect(() => {
    Promise.all(key.split(' ').map(fetchManifest)).then(setManifests, (error) =>
      report(error, 'developer panel'),
    );
  }, [key]);
  const settings = manifests.flatMap(settingsInManifest);
  const isUnread = manifests.length > 0 && manifests.every((manifest) => manifest === undefined);
  if (isUnread) return <p className={styles.note}>{strings.settingsFailure}</p>;
  return settings.length > 0 && <SettingsForm settings={settings} />;
}

function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const config = useAtomValue(configAtom);
  const { slug } = useAtomValue(brandAtom);
  const isAllowed = config?.preview === true;
  const [stored] = useState(isAllowed ? storedSettings : {});
  const isStale = ([name, value]: [string, unknown]) =>
    settings.some((setting) => setting.name === name && !accepts(setting, value));
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(Object.entries(stored).filter((entry) => !isStale(entry))),
  );
  const site = siteAt(location.pathname.split('/').slice(2).join('/'));
  const rows = settings.map((setting) => {
    const { value, source, isWrong } = readSetting(setting, { config, brand: slug, site, browser: stored });
    const from = strings.sources[source ?? 'none'];
    return { setting, inEffect: strings.setting(setting.name, valueText(value), from, isWrong) };
  });
  if (!isAllowed)
    return (
      <section className={styles.change} aria-label={strings.settings}>
        <strong>{strings.settings}</strong>
        {rows.map(({ setting, inEffect }) => (
          <p key={setting.name} className={styles.note}>
            {inEffect}
          </p>
        ))}
        <p className={styles.note}>{strings.settingsNotAllowed}</p>
      </section>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    store(chosen);
  };
  return (
    <form className={styles.change} onSubmit={submit} aria-label={strings.settings}>
      <strong>{strings.settings}</strong>
      {rows.map(({ setting, inEffect }) => (
        <Control
          key={setting.name}
          setting={setting}
          hint={inEffect}
          value={String(chosen[setting.name] ?? AS_CONFIGURED)}
          onChange={(value) =>
            setChosen(({ [setting.name]: _, ...others }) =>
              value === undefined ? others : { ...others, [setting.name]: value },
            )
          }
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit">{strings.useSettings}</Button>
        {Object.keys(stored).length > 0 && (
          <Button variant="quiet" onClick={() => store({})}>
            {strings.endSettings}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ControlProps {
  setting: Setting;
  hint: string;
  /** Text of the chosen value, or `AS_CONFIGURED`. */
  value: string;
  onChange: (value: SettingValue | undefined) => void;
}

function Control({ setting, hint, value, onChange }: ControlProps) {
  if (setting.type === 'integer')
    return (
      <Field
        label={setting.title}
        hint={hint}
        type="number"
        min={setting.minimum}
        max={setting.maximum}
        placeholder={strings.asConfigured}
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      />
    );
  const choices: readonly SettingValue[] = setting.type === 'boolean' ? [true, false] : setting.enum;
  return (
    <Select
      label={setting.title}
      hint={hint}
      value={value}
      onChange={({ target }) => onChange(choices.find((choice) => String(choice) === target.value))}
    >
      <option value={AS_CONFIGURED}>{strings.asConfigured}</option>
      {choices.map((choice) => (
        <option key={String(choice)} value={String(choice)}>
          {valueText(choice)}
        </option>
      ))}
    </Select>
  );
}

const valueText = (value: SettingValue) =>
  typeof value === 'boolean' ? (value ? strings.on : strings.off) : String(value);

/** Stores this browser's values, by name, and applies them. */
function store(values: Record<string, unknown>): void {
  device.write(SETTINGS_KEY, Object.keys(values).length > 0 ? JSON.stringify(values) : undefined);
  location.reload();
}
