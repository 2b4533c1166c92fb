import { type Context, fieldsOf } from './context.js';

/** The name of what is kept in SillyTavern's settings. */
export const SETTINGS_KEY = 'bulkhead';

type Kept = Pick<Context, 'extensionSettings'>;

export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings themselves, for what studios remember in them. They stay this object. */
export function settingsObject(context: Context): { [key: string]: unknown } {
  const { extensionSettings } = context;
  if (!isObject(extensionSettings[SETTINGS_KEY])) {
    extensionSettings[SETTINGS_KEY] = {};
    context.saveSettingsDebounced();
  }
  return extensionSettings[SETTINGS_KEY] as { [key: string]: unknown };
}

/** Takes the settings out. */
export function forgetSettings(context: Context): void {
  delete context.extensionSettings[SETTINGS_KEY];
  context.saveSettingsDebounced();
}

/** True where a chat has a memory, though its file may not say so. */
export const memoryIsUsed = ({ extensionSettings }: Kept): boolean =>
  fieldsOf(fieldsOf(extensionSettings[SETTINGS_KEY]).memory).used === true;

/** There are memories: from now on chats are looked up from the beginning, for not every file of a chat says that it has one. */
export function markMemoryUsed(context: Context): void {
  if (memoryIsUsed(context)) return;
  const kept = settingsObject(context);
  kept.memory = { ...fieldsOf(kept.memory), used: true };
  context.saveSettingsDebounced();
}
