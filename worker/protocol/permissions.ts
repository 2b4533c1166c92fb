import * as z from 'zod/mini';
import { METHODS } from './capability-names.js';
import { LABEL_CHARS } from './display-text.js';
import { isGrantableHost } from './hosts.js';
import { TOOL_NAME } from './names.js';
import { localText } from './texts.js';

z.config({ jitless: true });

const PERMISSION_ID = /^[a-z][a-zA-Z0-9_.-]{0,63}$/;
const base = { id: z.string().check(z.regex(PERMISSION_ID)), reason: localText(LABEL_CHARS, 300) };
const scope = z.optional(z.enum(['chat', 'character', 'all']));
const host = z.string().check(z.maxLength(253), z.refine(isGrantableHost, 'no host a plugin may ask for'));
/** Types are compared in lower case, and kept so. */
const nodeType = z.string().check(z.regex(/^[^\sA-Z][^\nA-Z]{0,63}$/));
const list = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.minLength(1), z.maxLength(most));

/** One thing a plugin asks for, and why. */
export const permissionSchema = z.discriminatedUnion('cap', [
  z.strictObject({ ...base, cap: z.literal('store'), quotaMiB: z.number().check(z.positive(), z.maximum(256)) }),
  z.strictObject({
    ...base,
    cap: z.literal('net'),
    hosts: list(host, 16),
    methods: z.optional(list(z.enum(METHODS), METHODS.length)),
    secrets: z.optional(list(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/)), 8)),
  }),
  z.strictObject({
    ...base,
    cap: z.literal('tool.call'),
    tools: list(z.string().check(z.regex(TOOL_NAME)), 64),
  }),
  z.strictObject({
    ...base,
    cap: z.enum(['memory.read', 'memory.write']),
    scope,
    /** Types of nodes that it is about; all of them where there are none. */
    types: z.optional(list(nodeType, 32)),
  }),
  z.strictObject({
    ...base,
    cap: z.enum(['chat.read', 'chat.write', 'llm', 'notify', 'clipboard.write']),
    scope,
  }),
]);

/** One thing a plugin asks for, checked. */
export type Permission = z.infer<typeof permissionSchema>;
