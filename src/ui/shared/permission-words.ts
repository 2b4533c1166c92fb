import type { Descriptor, SentenceKey } from '../../../worker/protocol/capabilities/index.js';
import { type PermissionLike, TABLE } from '../../../worker/protocol/permission-facts.js';
import type { Scope } from '../../index.js';
import { isTextKey, type TextKey, t } from '../i18n/text.js';
import { formatBytes, formatList } from './format.js';

const MiB = 1_048_576;

/** The text of a descriptor's key. @throws `TypeError` where there is none: a capability without words is not shown. */
function textOf(key: string, values: { readonly [name: string]: string }): string {
  // A key of a descriptor of ours that is no key of a text does not compile.
  const known = key as SentenceKey satisfies TextKey;
  if (!isTextKey(known)) throw new TypeError(`there is no text ${key}`);
  return t(known, values);
}

/** What a permission comes to, as a sentence without its subject: `may send requests to api.weather.com`. */
export function permissionWords(permission: PermissionLike, table = TABLE): string {
  const { fields, texts, scoped } = table.descriptor(permission.cap);
  const values = valuesOf(permission, fields);
  const more = Object.entries(texts.sentenceWith ?? {}).find(([field]) => values[field] !== undefined);
  const where = scoped && { where: t(`where.${table.scopeOf(permission)}`) };
  return textOf(more?.[1] ?? texts.sentence, { ...values, ...where });
}

/** What narrows it: methods of requests, types of nodes; empty where the sentence says it all. */
export function methodWords(permission: PermissionLike, table = TABLE): string {
  const { fields } = table.descriptor(permission.cap);
  const values = valuesOf(permission, fields);
  const lines = Object.entries(fields).flatMap(([name, { narrows }]) =>
    narrows === undefined || values[name] === undefined ? [] : [textOf(narrows, values)],
  );
  return lines.join(' ');
}

/** The fields that a permission has, as they are written in a sentence, by their names. */
function valuesOf(permission: PermissionLike, fields: Descriptor['fields']): { [name: string]: string } {
  const values: { [name: string]: string } = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object(permission)[name] as unknown;
    if (field.kind === 'MiB' && typeof value === 'number') values[name] = formatBytes(value * MiB);
    if (field.kind === 'list' && Array.isArray(value) && value.length > 0) values[name] = formatList(value);
  }
  return values;
}

/** How far a yes goes: what is stored, and no more. `named`: of which chat or character, for a reader who is elsewhere. */
export function scopeWords(scope: Scope, named = false): string {
  if (named && (scope.kind === 'chat' || scope.kind === 'character'))
    return t(`scope.${scope.kind}Of`, { id: scope.id });
  return t(`scope.${scope.kind}`);
}

/** True for the same scope, of the same chat or character. */
export const sameScope = (a: Scope, b: Scope): boolean =>
  a.kind === b.kind && ('id' in a ? a.id : '') === ('id' in b ? b.id : '');
