import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Data = { readonly [key: string]: unknown };
type Case = Data & { readonly id: string };

/** A vector file, and a change of one of its cases. */
export interface Changed {
  readonly area: string;
  readonly file: string;
  /** As the runner names it, without its area. */
  readonly id: string;
  readonly one: Case;
  /** The whole file but its cases. */
  readonly rest: Data;
}

const VECTORS = fileURLToPath(new URL('../../conformance/vectors/', import.meta.url));

/** A key that no vector has. */
export const NOBODY = 'zzz';

interface VectorFile extends Data {
  readonly cases: readonly Case[];
}

/** The files of a folder of vectors that hold cases, by their names. */
export const filesOf = (folder: string): readonly (readonly [string, VectorFile])[] =>
  readdirSync(`${VECTORS}${folder}`)
    .map((name) => [name, JSON.parse(readFileSync(`${VECTORS}${folder}/${name}`, 'utf8')) as VectorFile] as const)
    .filter(([, { cases }]) => Array.isArray(cases));

const changed = (area: string, file: string, given: VectorFile, one: Case): Changed => {
  const { cases: _, ...rest } = given;
  return { area, file, id: one.id, one, rest };
};

const withKey = (value: unknown): Data => ({ ...(value as Data), [NOBODY]: 1 });

/** The first case of a file with a key that nobody knows: in the case, and within these keys of it. */
export function unknownIn(
  area: string,
  [file, given]: readonly [string, VectorFile],
  ...keys: readonly string[]
): Changed[] {
  const [first] = given.cases;
  if (!first) return [];
  const objects = keys.filter((key) => typeof first[key] === 'object' && !Array.isArray(first[key]));
  return [
    changed(area, file, given, { ...withKey(first), id: `${first.id} | unknown` }),
    ...objects.map((key) =>
      changed(area, file, given, { ...first, id: `${first.id} | unknown in ${key}`, [key]: withKey(first[key]) }),
    ),
  ];
}

/** Another value than this one, of the same kind. */
function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return `${value} and more`;
  if (Array.isArray(value)) return [...value, NOBODY];
  return { [NOBODY]: 1 };
}

/** Each case as it is, and with each key of what it expects changed. */
export const wrongOnes = (area: string, [file, given]: readonly [string, VectorFile], key: string): Changed[] =>
  given.cases.flatMap((one) =>
    Object.entries(one[key] as Data).map(([name, value]) =>
      changed(area, file, given, {
        ...one,
        id: `${one.id} | wrong ${name}`,
        [key]: { ...(one[key] as Data), [name]: value === 0 ? 1 : another(value) },
      }),
    ),
  );
