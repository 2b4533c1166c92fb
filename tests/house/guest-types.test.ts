import { expect, test } from 'vitest';
import { PARTS } from '../../sandbox/guest/globals.js';
import { CAPABILITIES } from '../../worker/protocol/capabilities/index.js';
import { permissionSchema } from '../../worker/protocol/permissions.js';
import { inGuest } from '../unit/platform/guests.js';
import { textOf as sourceOf } from './imports.js';
import { typeCheck } from './type-check.js';

/** Parts that only mend what the language has. */
const PLATFORM = Object.entries(PARTS).flatMap(([part, names]) => (part === 'date' || part === 'intl' ? [] : names));

/** What the engine has beyond ES2023, and what of ES2023 it lacks. */
const NEWER = ['Float16Array', 'InternalError', 'Iterator'];
const LACKING = ['Atomics'];
/** A guest has it where the browser has it, and Node has it since version 23. */
const PATTERN = 'URLPattern' in globalThis ? [] : ['URLPattern'];
/** An error has these itself, and its class does not. */
const OF_ERRORS = ['message', 'stack', 'cause'];

interface Inventory {
  readonly globals: readonly string[];
  readonly ctx: readonly string[];
  /** Names of members, by global: of the objects that a class makes, or of the one that there is. */
  readonly members: { readonly [name: string]: readonly string[] };
  readonly statics: { readonly [name: string]: readonly string[] };
}

/** What a guest has, as a program inside it finds it. */
const TAKEN = `
  const every = (from) => {
    const names = new Set();
    for (let at = from; at && at !== Object.prototype && at !== Error.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
      if (Symbol.iterator in at) names.add('@@iterator');
      if (Symbol.asyncIterator in at) names.add('@@asyncIterator');
    }
    return [...names];
  };
  const [members, statics] = [{}, {}];
  for (const name of args.names) {
    const value = globalThis[name];
    if (typeof value === 'object' && value !== globalThis) members[name] = every(value);
    if (typeof value !== 'function' || !/^[A-Z]/.test(name)) continue;
    members[name] = every(value.prototype);
    // What the standard puts on each event itself.
    if (value === Event || value.prototype instanceof Event) members[name].push(...Object.getOwnPropertyNames(new Event('x')));
    statics[name] = [];
    for (let at = value; typeof at === 'function' && at !== Function.prototype && at !== Error; at = Object.getPrototypeOf(at))
      statics[name].push(...Object.getOwnPropertyNames(at).filter((own) => !['length', 'name', 'prototype'].includes(own)));
  }
  const own = [];
  for (const name in ctx) own.push(name);
  return { globals: Object.getOwnPropertyNames(globalThis), ctx: own, members, statics };
`;

const union = (names: readonly string[]) =>
  names.length === 0 ? 'never' : [...new Set(names)].map((name) => `'${name}'`).join(' | ');

/** A type that is `true` where two sets of names are one, and else says how they differ. */
const SAME = `
import type { PluginContext } from 'bulkhead/plugin';
type Same<Declared, Real> = [Exclude<Declared, Real>] extends [never]
  ? [Exclude<Real, Declared>] extends [never] ? true : { missing: Exclude<Real, Declared> }
  : { invented: Exclude<Declared, Real> };
type Names<T> =
  | Extract<keyof T, string>
  | (T extends { [Symbol.iterator]: unknown } ? '@@iterator' : never)
  | (T extends { [Symbol.asyncIterator]: unknown } ? '@@asyncIterator' : never);
type Made<T> = T extends { prototype: infer P } ? P : T;
`;

const same = (what: string, declared: string, real: readonly string[]) =>
  `export const ${what}: Same<${declared}, ${union(real)}> = true;`;

test('the globals that a guest has are declared, with all their members, and no other', async () => {
  const { globals, members, statics } = (await inGuest(TAKEN, { names: PLATFORM })) as Inventory;
  const lines = [
    same('globals', 'keyof typeof globalThis', [
      ...globals.filter((name) => !NEWER.includes(name)),
      ...LACKING,
      ...PATTERN,
    ]),
    ...Object.entries(members).map(([name, names]) =>
      same(`of_${name}`, `Names<Made<typeof ${name}>>`, name === 'DOMException' ? [...names, ...OF_ERRORS] : names),
    ),
    ...Object.entries(statics).map(([name, names]) =>
      same(`static_${name}`, `Names<typeof ${name}>`, [...names, 'prototype']),
    ),
  ];
  expect(Object.keys(members).length).toBeGreaterThan(40);
  expect(await typeCheck('globals', { 'globals.ts': `${SAME}\n${lines.join('\n')}\n` })).toBe('');
});

test('each request of each capability is declared on ctx, and nothing else is there that a guest lacks', async () => {
  const { ctx } = (await inGuest(TAKEN, { names: PLATFORM })) as Inventory;
  const groups = new Map<string, string[]>();
  const bare: string[] = [];
  for (const capability of CAPABILITIES) {
    const { group, methods } = capability;
    if ('bare' in capability) bare.push(group);
    else
      groups.set(group, [
        ...(groups.get(group) ?? []),
        ...Object.keys(methods).map((name) => name.slice(group.length + 1)),
      ]);
  }
  const lines = [
    same('ctx', `Exclude<keyof PluginContext, \`__\${string}\`>`, [...ctx, ...groups.keys(), ...bare]),
    ...[...groups].map(([group, names]) => same(`of_${group}`, `keyof PluginContext['${group}']`, names)),
    ...bare.map(
      (group) =>
        `export const ${group}: PluginContext['${group}'] extends (...given: never[]) => Promise<unknown> ? true : false = true;`,
    ),
  ];
  expect(await typeCheck('ctx', { 'ctx.ts': `${SAME}\n${lines.join('\n')}\n` })).toBe('');
});

const TYPES = ['context', 'capabilities', 'memory'].map((name) => sourceOf(`worker/plugin/${name}.ts`)).join('\n');

/** The interface that `ctx` has for a group. */
const interfaceOf = (group: string): string => {
  const name = TYPES.match(new RegExp(`readonly ${group}: (\\w+);`))?.[1] ?? 'PluginContext';
  return (
    TYPES.match(new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)export interface ${name} [\\s\\S]*?\\n}\\n`))?.[0] ??
    ''
  );
};

/** The comment before a member, in one line. */
const commentOn = (member: string, text: string): string =>
  (text.match(new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?://.*\\s*)?${member}[<(:]`))?.[1] ?? '').replace(
    /\s+\*? */g,
    ' ',
  );

test('each member of ctx says its permission, and the line for the manifest is one that a manifest takes', () => {
  for (const { cap, group, methods, ...rest } of CAPABILITIES) {
    const text = interfaceOf(group);
    for (const method of Object.keys(methods)) {
      const member = 'bare' in rest ? group : method.slice(group.length + 1);
      expect(commentOn(member, text), method).toContain(`Needs \`${cap}\``);
    }
    const lines = Array.from(text.replace(/\s+\* */g, ' ').matchAll(/`(\{ id: '[^`]+\})`/g), ([, line = '']) => line);
    const line = lines.find((one) => one.includes(`cap: '${cap}'`)) ?? '';
    const json = line.replaceAll("'", '"').replaceAll(/(\w+): /g, '"$1": ');
    expect(permissionSchema.safeParse(JSON.parse(json || 'null')).success, `${cap}: ${line}`).toBe(true);
  }
});
