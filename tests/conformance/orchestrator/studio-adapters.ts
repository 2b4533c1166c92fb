import { defineAdapter } from '../../../src/studio/base/define-adapter.js';
import type { StudioContext, StudioSession } from '../../../src/studio/base/types.js';
import { type Counted, countingFields, openScripted } from '../../fixtures/studio/scripted.js';
import { whole } from '../keys.js';
import { excludes, includes } from './bridging.js';
import { Check, made, matches } from './text.js';
import type { Play } from './types.js';

type Fields = { [field: string]: unknown };

interface AdapterCase {
  readonly complete?: boolean;
  readonly omit?: readonly string[];
  readonly override?: Fields;
  /** What is no field of the contract: functions by their names, or fields with values. */
  readonly extra?: readonly string[] | Fields;
}

const one = (facts: { readonly [key: string]: unknown }) => [{ variant: 'page', facts }];

/** Fields a case adds or changes. */
function fieldsOf({ override, extra }: AdapterCase): Fields {
  const added = whole(extra);
  const named = Array.isArray(added) ? Object.fromEntries(added.map((name) => [String(name), '$fn'])) : added;
  return { ...(made(whole(override)) as Fields | undefined), ...(made(named) as Fields | undefined) };
}

/** The same fields; whoever calls one of their functions is written down. */
function watchedCalls(fields: Fields, called: Set<string>): Fields {
  const spied = Object.entries(fields).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const;
    const spy = (...args: unknown[]): unknown => {
      called.add(name);
      return value(...args);
    };
    return [name, spy] as const;
  });
  return Object.fromEntries(spied);
}

/** A studio over such an adapter is opened, asked, approved, its button pressed, and closed. */
async function used(fields: Fields): Promise<void> {
  const { studio } = await openScripted([{ calls: ['edit'] }], { more: fields });
  await studio.send('go');
  await studio.approve();
  await studio.act('apply-global', null, '#popup');
  await studio.close();
}

/** A hook that answers a text: the vector has the text and the answer. */
const answers = (hook: (input: string) => unknown): Check =>
  new Check(hook('x'), ({ input, output }: { readonly input: string; readonly output: unknown }) =>
    matches(output, hook(input)),
  );

async function defaultsOf(adapter: ReturnType<typeof defineAdapter<Counted, object>>): Promise<Fields> {
  const session = {} as StudioSession<Counted>;
  const item = { path: 'v', beforeValue: 0, afterValue: 1 };
  const payload = { text: '', missing: false };
  const { signal } = new AbortController();
  return {
    controlToolNames: adapter.controlToolNames,
    requestPresetOptions: adapter.getRequestPresetOptions({}),
    globalBaselineProfile: adapter.getGlobalBaselineProfile({}, session),
    runtimeWorldInfo: await adapter.resolveRuntimeWorldInfo({} as StudioContext, {}, session, signal),
    describeTool: answers((input) => adapter.describeTool(input)),
    formatDiffPathLabel: answers((input) => adapter.formatDiffPathLabel(input)),
    renderDiffItem: adapter.renderDiffItem({ ...item, beforePayload: payload, afterPayload: payload }),
    popupClassName: adapter.popupClassName,
    handleAction: (await adapter.handleAction('x', {} as never)) ?? null,
    ensureStyles: adapter.ensureStyles('') ?? null,
  };
}

/** What an adapter has to have, what it has by default, and what of it nobody calls. */
export const adapters: Play = async ({ given, expect }) => {
  const { complete = true, omit = [] } = given as AdapterCase;
  const called = new Set<string>();
  const added = watchedCalls(fieldsOf(given as AdapterCase), called);
  const fields: Fields = { ...(complete && countingFields()), ...added };
  for (const name of omit) delete fields[name];
  let adapter: ReturnType<typeof defineAdapter<Counted, object>>;
  try {
    adapter = defineAdapter<Counted, object>(fields as never);
  } catch (error) {
    const { message } = error as Error;
    return one({ throws: true, message, messageIncludes: includes(message), messageExcludes: excludes(message) });
  }
  if ('neverCalled' in expect) await used(added);
  const spies = Object.keys(added).filter((name) => typeof added[name] === 'function');
  const defaults = await defaultsOf(adapter);
  return one({
    throws: false,
    // A vector names the defaults that it asks for.
    defaults: new Check(defaults, (wanted: object) =>
      Object.entries(wanted).every(([name, value]) => name in defaults && matches(value, defaults[name])),
    ),
    effectiveControlNames: adapter.controlToolNames,
    controlToolNames: adapter.controlToolNames,
    neverCalled: new Check([...called], (wanted: boolean | string | readonly string[]) => {
      const names = typeof wanted === 'boolean' ? spies : [wanted].flat();
      const never = names.length > 0 && names.every((name) => spies.includes(name) && !called.has(name));
      return never === (wanted !== false);
    }),
  });
};
