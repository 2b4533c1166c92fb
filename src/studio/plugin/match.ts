import type { ShapedEffectKind } from '../../../worker/protocol/capabilities/index.js';
import { codeOf } from '../../../worker/protocol/outcome.js';
import { TABLE } from '../../../worker/protocol/permission-facts.js';
import type { Effect, MemoryChange, RehearsedCall } from '../../index.js';
import type { Expectation, Json } from './artifact.js';

/** True where everything of `wanted` is in `found`: objects may have more members, lists have to be as long. */
export function isPart(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(found) && wanted.length === found.length && wanted.every((one, i) => isPart(one, found[i]));
  }
  if (typeof wanted !== 'object' || wanted === null) return Object.is(wanted, found);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(found, key) && isPart(value, (found as Json)[key]),
  );
}

/** What tests say of an effect beside its kind, by each kind that has more than a text. */
const SHAPED: { readonly [K in ShapedEffectKind]: (effect: Extract<Effect, { kind: K }>) => Json } = {
  storage: ({ key, after }) => ({ key, ...(after !== undefined && { value: JSON.parse(after) }) }),
  chat: ({ change }) => ({ ...change }),
  memory: ({ change }) => memoryEffect(change),
  net: ({ method, url, bytes }) => ({ method, url, bytes }),
};

/** An effect as tests speak of it. */
export function plainEffect(effect: Effect, table = TABLE): Json {
  const { kind } = effect;
  if (kind === 'unknown') return { kind };
  if (!table.textOfEffect(kind)) return { kind, ...SHAPED[kind as ShapedEffectKind](effect as never) };
  return { kind, text: (effect as Extract<Effect, { text: string }>).text };
}

/** A change of the memory: the node or the link as it is then; `gone` where it is no more. */
export function memoryEffect(change: MemoryChange): Json {
  const { what, before, after } = change;
  const now = Object(JSON.parse(after ?? before ?? '{}')) as Json;
  const { type, title, fields, archived } = now;
  const gone = after === undefined || archived === true;
  if (what === 'node') return { what, type, title, ...(fields !== undefined && { fields }), ...(gone && { gone }) };
  return { what, from: change.fromTitle, to: change.toTitle, relation: change.relation, ...(gone && { gone }) };
}

/** Why a call is not what a test expects; nothing where it is. In English, with JSON: for models and authors. */
export function misses(expect: Expectation | undefined, { value, error, effects }: RehearsedCall): string | undefined {
  const { error: wanted, effects: done = [] } = expect ?? {};
  if (wanted === undefined && error) return `${codeOf(error)}: ${error.message}`;
  if (wanted !== undefined && !error) return `expected an error with “${wanted}”, and it returned ${show(value)}`;
  const own = error?.details?.guest?.code;
  if (wanted !== undefined && ![error?.code, error?.message, own].some((text) => text?.includes(String(wanted)))) {
    return `expected an error with “${wanted}”, and it was ${error && codeOf(error)}: ${error?.message}`;
  }
  if (expect && 'result' in expect && !isPart(expect.result, value)) {
    return `expected ${show(expect.result)}, and it returned ${show(value)}`;
  }
  const found = effects.map((effect) => plainEffect(effect));
  const missing = (Array.isArray(done) ? done : []).find((one) => !found.some((effect) => isPart(one, effect)));
  return missing && `expected the effect ${show(missing)}, and there was ${show(found)}`;
}

export function show(value: unknown, most = 600): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
