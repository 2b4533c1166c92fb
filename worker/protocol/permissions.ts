import * as z from 'zod/mini';
import {
  CAPABILITIES,
  type Cap,
  type Descriptor,
  type DescriptorOf,
  type Field,
  type ItemKind,
  METHODS,
  type Method,
} from './capabilities/index.js';
import { LABEL_CHARS } from './display-text.js';
import { isGrantableHost } from './hosts.js';
import { TOOL_NAME } from './names.js';
import { type LocalText, localText } from './texts.js';

z.config({ jitless: true });

const PERMISSION_ID = /^[a-z][a-zA-Z0-9_.-]{0,63}$/;
const ID_RULE =
  'a name for `uses` and `plugins.enable`: a lower-case letter, then letters, digits, dots, hyphens and underscores';
const base = { id: z.string().check(z.regex(PERMISSION_ID, ID_RULE)), reason: localText(LABEL_CHARS, 300) };

/** The rule of a tool's name, in words. */
export const TOOL_RULE = '1 to 64 letters, digits and underscores, a letter first';
const HOST_RULE = 'a host on the internet, such as api.example.com, without https:// and path';

/** How each kind of entry is checked. */
const ITEMS = {
  host: z.string().check(z.maxLength(253), z.refine(isGrantableHost, HOST_RULE)),
  httpMethod: z.enum(METHODS),
  secret: z
    .string()
    .check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'capital letters, digits and underscores, a letter first')),
  tool: z.string().check(z.regex(TOOL_NAME, TOOL_RULE)),
  /** Types are compared in lower case, and kept so. */
  nodeType: z.string().check(z.regex(/^[^\sA-Z][^\nA-Z]{0,63}$/, '1 to 64 characters without capital letters')),
} satisfies { readonly [kind in ItemKind]: z.ZodMiniType };

function fieldSchema(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'MiB':
      return z.number().check(z.positive(), z.maximum(field.most));
    case 'list':
      return z.array(ITEMS[field.of] as z.ZodMiniType).check(z.minLength(1), z.maxLength(field.most));
    case 'scope':
      return z.enum(['chat', 'character', 'all']);
  }
}

const schemaOf = ({ cap, fields }: Descriptor) =>
  z.strictObject({
    ...base,
    cap: z.literal(cap),
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = fieldSchema(field);
        return [name, field.required ? schema : z.optional(schema)];
      }),
    ),
  });

/** The schema of a permission, from the descriptors of what may be asked for. */
export function permissionSchemaOf(descriptors: readonly Descriptor[]): z.ZodMiniType {
  const [first, ...rest] = descriptors.map(schemaOf);
  if (!first) throw new TypeError('a permission of nothing');
  return z.discriminatedUnion('cap', [first, ...rest]);
}

/** The keys of a permission of one capability; of an unknown one, those that all have. */
export const permissionKeys = (cap: unknown): readonly string[] => {
  const { fields = {} } = CAPABILITIES.find((one) => one.cap === cap) ?? {};
  return [...Object.keys(base), 'cap', ...Object.keys(fields)];
};

type ValueOf<F> = F extends { readonly kind: 'MiB' }
  ? number
  : F extends { readonly kind: 'scope' }
    ? 'chat' | 'character' | 'all'
    : F extends { readonly of: 'httpMethod' }
      ? Method[]
      : string[];
type Needed = { readonly required: true };
type Values<F> = { readonly [K in keyof F as F[K] extends Needed ? K : never]: ValueOf<F[K]> } & {
  readonly [K in keyof F as F[K] extends Needed ? never : K]?: ValueOf<F[K]> | undefined;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** One thing a plugin asks for, checked. */
export type Permission = {
  [C in Cap]: Flat<
    { readonly id: string; readonly reason: LocalText; readonly cap: C } & Values<DescriptorOf<C>['fields']>
  >;
}[Cap];

/** One thing a plugin asks for, and why. */
export const permissionSchema = permissionSchemaOf(CAPABILITIES) as z.ZodMiniType<Permission, Permission>;
