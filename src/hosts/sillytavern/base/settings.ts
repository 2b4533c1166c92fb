import type { BridgedTool } from '../../../index.js';
import { type Context, fieldsOf, listOf } from './context.js';
import { isObject, SETTINGS_KEY } from './kept-settings.js';
import { choicesIn, type ModesChoice, readModes } from './modes-choice.js';

const MEMORY_CHARS = 1_500;

/** How models of a chat call tools: by the API's own means, by writing, or not at all. */
export const CALL_MODES = ['native', 'text', 'off'] as const;

/** A choice about calls. The dialect is as it was kept: `readAs` says what it stands for. */
export interface CallChoice {
  readonly mode: (typeof CALL_MODES)[number];
  readonly dialect: string;
}

/** True for one of the modes. */
export const isCallMode = (value: unknown): value is CallChoice['mode'] =>
  (CALL_MODES as readonly unknown[]).includes(value);

/** What is right of a kept choice. */
export function readChoice(kept: unknown): Partial<CallChoice> {
  const { mode, dialect } = fieldsOf(kept);
  return { ...(isCallMode(mode) && { mode }), ...(typeof dialect === 'string' && { dialect }) };
}

/** What is kept in SillyTavern's settings, and so on its server: choices only. Tools, grants and data stay in the browser. */
export interface Settings {
  /** `offerKey` of a tool → whether the model may call it, where the user has said so. */
  readonly offers: { readonly [key: string]: boolean };
  /** Function tools of other extensions that tools of Bulkhead may use. */
  readonly bridges: readonly BridgedTool[];
  /** How models call in chats for which nothing else is chosen. */
  readonly calls: Partial<CallChoice>;
  /** How they call in a chat, by the character's file and the chat's. */
  readonly chats: { readonly [chat: string]: Partial<CallChoice> };
  /** `chars`: room for memories in a request. `used`: a chat has a memory. `types`: node types in the place of the usual ones. */
  readonly memory: { readonly chars: number; readonly used: boolean; readonly types?: readonly object[] };
  /** How orchestrations run, and when. */
  readonly modes: ModesChoice;
}

/** A choice is for the tool of this owner, and for nobody's after it that has the same name. */
export const offerKey = ({ owner, name }: { readonly owner: string; readonly name: string }): string =>
  `${owner}/${name}`;

const entriesOf = (value: unknown) => Object.entries(isObject(value) ? value : {});

/** Reads the settings: what is not as it should be counts as not there. */
export function readSettings({ extensionSettings }: Pick<Context, 'extensionSettings'>): Settings {
  const kept = extensionSettings[SETTINGS_KEY];
  const { offers, bridges, calls, chats, memory, modes } = isObject(kept) ? kept : {};
  const { chars, used, types } = isObject(memory) ? memory : {};
  return {
    offers: choicesIn(offers),
    bridges: listOf(bridges).flatMap((one): BridgedTool[] => {
      const { name, mode } = fieldsOf(one);
      return typeof name === 'string' ? [{ name, mode: mode === 'read' ? 'read' : 'write' }] : [];
    }),
    calls: readChoice(calls),
    chats: Object.fromEntries(entriesOf(chats).map(([id, one]) => [id, readChoice(one)])),
    memory: {
      ...{ chars: typeof chars === 'number' && chars > 0 ? chars : MEMORY_CHARS, used: used === true },
      ...(Array.isArray(types) && types.length > 0 && types.every(isObject) && { types }),
    },
    modes: readModes(modes),
  };
}

/** Changes some of the settings, and has them saved. What studios keep beside them stays, in the object that they hold. */
export function changeSettings(context: Context, change: Partial<Settings>): void {
  const { extensionSettings } = context;
  const now = { ...readSettings(context), ...change };
  const kept = extensionSettings[SETTINGS_KEY];
  if (isObject(kept)) Object.assign(kept, now);
  else extensionSettings[SETTINGS_KEY] = now;
  context.saveSettingsDebounced();
}
