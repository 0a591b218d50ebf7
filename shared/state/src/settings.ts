// Imported by package name: each importer bundles this file, since an earlier shell has no such exports.
import { parseJson } from '@shared/contract';
import { readSetting } from '@shared/contract/read-setting';
import type { Setting, SettingValue } from '@shared/contract/settings';
import { brandAtom, configAtom, device } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';

/** Where the developer panel stores this browser's values, as JSON by name. */
export const SETTINGS_KEY = 'settings';

/** Returns this browser's values, by name. */
export const storedSettings = (): Record<string, unknown> =>
  Object(parseJson(device.read(SETTINGS_KEY) ?? ''));

const reported = new Set<string>();

/**
 * Returns the value of a setting for the brand: this browser's if `config.json` allows previews, otherwise
 * that of `config.json`, otherwise its default. A wrong value is reported once, and the default applies.
 * @param site id of the charging site that the screen is about, which may have its own value
 */
export function useSetting<Value extends SettingValue>(setting: Setting<Value>, site?: string): Value {
  const config = useAtomValue(configAtom);
  const brand = useAtomValue(brandAtom).slug;
  const browser = config?.preview === true ? storedSettings() : undefined;
  const { value, source, isWrong } = readSetting(setting, { config, brand, site, browser });
  const wrong = isWrong ? `wrong value of the setting ${setting.name} (${source})` : undefined;
  useEffect(() => {
    if (wrong === undefined || reported.has(wrong)) return;
    reported.add(wrong);
    reportError(new Error(wrong));
  }, [wrong]);
  return value;
}
