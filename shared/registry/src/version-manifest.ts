/**
 * The calls of the API that a version makes and the settings that it declares, as its build writes them into
 * the version's `manifest.json`. Not in the registry, which every page loads.
 */
import { accepts } from '@shared/contract/read-setting';
import type { Setting, SettingValue } from '@shared/contract/settings';
import * as z from 'zod/mini';

/** A call that needs a session: without one, trying it changes nothing. */
const VersionCall = z.object({
  name: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Below the API's URL, with parameters such as `{chargerId}`. */
  path: z.string().check(z.regex(/^\/[\w{}/-]+$/)),
  /** Screens do without it. */
  optional: z.boolean(),
});
export type VersionCall = z.output<typeof VersionCall>;

const WithCalls = z.object({ calls: z.array(VersionCall) });

/** Returns the calls in a version's `manifest.json`; undefined in one of an earlier build. */
export const callsInManifest = (manifest: unknown): VersionCall[] | undefined =>
  WithCalls.safeParse(manifest).data?.calls;

const WithSettings = z.object({ settings: z.array(z.looseObject({})) });

/** Returns the settings in a version's `manifest.json`, without those that can't be read. */
export const settingsInManifest = (manifest: unknown): Setting[] =>
  WithSettings.safeParse(manifest).data?.settings.filter(isSetting) ?? [];

type Fields = Readonly<Record<string, unknown>>;

/** What each field must be. In code: schemas for it would be 0.3 KB more before the home. */
const RULES: Readonly<Record<string, (setting: Fields) => boolean>> = {
  name: ({ name }) => typeof name === 'string' && /^[a-z][a-z0-9-]*\.\w+$/.test(name),
  title: ({ title }) => typeof title === 'string' && title !== '',
  type: ({ type }) => type === 'boolean' || type === 'integer' || type === 'string',
  minimum: ({ type, minimum }) => type !== 'integer' || Number.isSafeInteger(minimum),
  maximum: ({ type, maximum }) => type !== 'integer' || Number.isSafeInteger(maximum),
  enum: ({ type, enum: choices }) =>
    type !== 'string' ||
    (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string' && choice !== '')),
};

const malformedField = (setting: Fields) => Object.keys(RULES).find((field) => !RULES[field]?.(setting));
const isWellFormed = (fields: Fields): fields is Fields & Setting => malformedField(fields) === undefined;
const isSetting = (fields: Fields): fields is Fields & Setting =>
  isWellFormed(fields) && accepts<SettingValue>(fields, fields.default);

/** Returns what is wrong with a remote's setting, for its squad; undefined if nothing is. */
export function settingProblem(remote: string, setting: Setting): string | undefined {
  const fields = { ...setting };
  const field = malformedField(fields) ?? (isSetting(fields) ? undefined : 'default');
  if (field) return `the setting '${setting.name}' is invalid: ${field}`;
  return setting.name.startsWith(`${remote}.`)
    ? undefined
    : `the setting '${setting.name}' must be named after its remote, such as '${remote}.name'`;
}
