// Apart from the package's index, for the reason of `settings.ts`.
import type { AppConfig } from './brand.ts';
import type { Setting, SettingValue } from './settings.ts';

/** Returns whether a setting may have a value. */
export function accepts<Value extends SettingValue>(setting: Setting<Value>, value: unknown): value is Value {
  if (setting.type === 'boolean') return typeof value === 'boolean';
  if (setting.type === 'string') return setting.enum.some((choice) => choice === value);
  return Number.isInteger(value) && setting.minimum <= Number(value) && Number(value) <= setting.maximum;
}

/** What gives a setting its value, the most specific first: this browser, or a part of `config.json`. */
const SOURCES = ['browser', 'site', 'brand', 'all'] as const;

/** What a value depends on. */
export interface SettingContext {
  config: AppConfig | undefined;
  /** Slug. */
  brand: string;
  /** Id of the charging site that the screen is about, if it is about one. */
  site?: string | undefined;
  /** Values that this browser has instead, by name. */
  browser?: Readonly<Record<string, unknown>> | undefined;
}

interface ReadSetting<Value> {
  value: Value;
  /** What sets it; undefined for its default. */
  source: (typeof SOURCES)[number] | undefined;
  /** Whether that has a value that the setting can't have. Then the default applies. */
  isWrong: boolean;
}

/**
 * Returns a setting's value in a context. The most specific source that names the setting decides, also
 * if its value is wrong: a less specific one was meant for other places.
 */
export function readSetting<Value extends SettingValue>(
  setting: Setting<Value>,
  { config, brand, site = '', browser }: SettingContext,
): ReadSetting<Value> {
  const { name } = setting;
  const ofBrand = config?.brands?.[brand];
  const values = {
    browser: browser?.[name],
    site: ofBrand?.sites?.[site]?.settings?.[name],
    brand: ofBrand?.settings?.[name],
    all: config?.settings?.[name],
  };
  const source = SOURCES.find((candidate) => values[candidate] !== undefined);
  const value = source && values[source];
  if (accepts(setting, value)) return { value, source, isWrong: false };
  return { value: setting.default, source, isWrong: source !== undefined };
}
