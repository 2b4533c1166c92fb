import { sha256Hex } from '../../worker/adapters/hash.js';
import { isShallow } from '../../worker/protocol/json.js';
import { TOOL_NAME } from '../../worker/protocol/names.js';
import { isPlainObject } from '../../worker/protocol/spec.js';
import type { McpLimits } from './limits.js';
import type { McpHints, McpSkipped, McpTool } from './types.js';

export type Declared = Omit<McpTool, 'mode'>;

const NAME_CHARS = 64;
const HASH_CHARS = 6;
/** Controls, and marks that turn the direction of a text: nothing of a name or a title. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** The same in a description, which may have lines. */
const INVISIBLE_IN_TEXT = /[\p{Cf}\u2028\u2029]|(?![\n\t])\p{Cc}/gu;

/** One line of a stranger's, to be shown. */
export const oneLine = (value: unknown, chars: number): string =>
  typeof value === 'string' ? value.replace(INVISIBLE, ' ').slice(0, chars) : '';

/** Reads a server's list: what can be a tool here under which name, and what cannot, and why. */
export function readTools(
  prefix: string,
  list: readonly unknown[],
  limits: McpLimits,
): { readonly tools: readonly Declared[]; readonly skipped: readonly McpSkipped[] } {
  const found: Omit<Declared, 'name'>[] = [];
  const skipped: McpSkipped[] = [];
  const names = new Set<string>();
  let bytes = 0;
  for (const [index, given] of list.entries()) {
    const one = isPlainObject(given) ? given : {};
    const skip = (why: string) => skipped.push({ name: oneLine(one.name, limits.titleChars), why });
    if (index >= limits.tools) {
      skip(`more than ${limits.tools} tools`);
      break;
    }
    const remoteName = one.name;
    if (typeof remoteName !== 'string' || remoteName === '' || remoteName.length > limits.nameChars) {
      skip(`a name has 1 to ${limits.nameChars} characters`);
      continue;
    }
    if (names.has(remoteName)) {
      skip('the server has this name twice');
      continue;
    }
    const parameters = isPlainObject(one.inputSchema) ? one.inputSchema : { type: 'object' };
    if (!isShallow(parameters, limits.schemaDepth)) {
      skip(`its schema is nested more than ${limits.schemaDepth} deep`);
      continue;
    }
    const schema = JSON.stringify(parameters);
    if (schema.length > limits.schemaBytes) {
      skip(`its schema takes more than ${limits.schemaBytes} bytes`);
      continue;
    }
    bytes += schema.length;
    if (bytes > limits.schemasBytes) {
      skip(`all schemas together take more than ${limits.schemasBytes} bytes`);
      break;
    }
    names.add(remoteName);
    const annotations = isPlainObject(one.annotations) ? one.annotations : {};
    const hints = readHints(annotations);
    const whole = { remoteName, title: one.title, description: one.description, schema, annotations: hints };
    found.push({
      remoteName,
      title: oneLine(one.title ?? annotations.title, limits.titleChars),
      description: describe(one.description, limits.descriptionChars),
      parameters,
      hints,
      fingerprint: sha256Hex(JSON.stringify(whole)),
    });
  }
  return { tools: name(prefix, found), skipped };
}

const describe = (value: unknown, chars: number): string => {
  const text = typeof value === 'string' ? value.replace(INVISIBLE_IN_TEXT, '') : '';
  return text.length > chars ? `${text.slice(0, chars)}…` : text;
};

function readHints({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: Record<string, unknown>): McpHints {
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnly: readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructive: destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotent: idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorld: openWorldHint }),
  };
}

/** Names for the registry. Those that would be the same bear the hash of the server's own, whatever the order of the list. */
function name(prefix: string, tools: readonly Omit<Declared, 'name'>[]): readonly Declared[] {
  const plain = tools.map(({ remoteName }) => `${prefix}_${remoteName.replace(/[^a-zA-Z0-9_]+/g, '_')}`);
  return tools.map((tool, index) => {
    const wanted = plain[index] ?? prefix;
    const exact = wanted === `${prefix}_${tool.remoteName}`;
    const shared = plain.filter((other) => other === wanted).length > 1;
    if (TOOL_NAME.test(wanted) && (exact || !shared)) return { ...tool, name: wanted };
    const hash = sha256Hex(tool.remoteName).slice(0, HASH_CHARS);
    return { ...tool, name: `${wanted.slice(0, NAME_CHARS - HASH_CHARS - 1)}_${hash}` };
  });
}
