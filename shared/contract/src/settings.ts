/**
 * Settings of remotes: values that `config.json` overrides for all brands, one brand or one site. Apart from the
 * package's index: each importer bundles this file, since an earlier shell has no such exports.
 */

/** A setting's values, in the words of JSON Schema. */
type Schema =
  | { type: 'boolean'; default: boolean }
  | { type: 'integer'; minimum: number; maximum: number; default: number }
  | { type: 'string'; enum: readonly string[]; default: string };

export type SettingValue = Schema['default'];

/** `Value` is the type of its values. */
export type Setting<Value extends SettingValue = SettingValue> = Schema & {
  /** The remote's name, a dot and the setting, such as `charging.guestCharge`. */
  name: string;
  /** Short description in Portuguese, which the developer panel shows. */
  title: string;
  default: Value;
};

interface Titled {
  title: string;
}

/** Defines a setting, which the remote lists as one of its `settings`; see `Setting`. */
export function defineSetting(
  name: string,
  schema: Titled & { type: 'boolean'; default: boolean },
): Setting<boolean>;
export function defineSetting(
  name: string,
  schema: Titled & { type: 'integer'; minimum: number; maximum: number; default: number },
): Setting<number>;
export function defineSetting<const Value extends string>(
  name: string,
  schema: Titled & { type: 'string'; enum: readonly Value[]; default: NoInfer<Value> },
): Setting<Value>;
export function defineSetting(name: string, schema: Titled & Schema): Setting {
  return { name, ...schema };
}
