import { TOOL_NAME } from '../../worker/protocol/names.js';
import { isPlainObject } from '../../worker/protocol/spec.js';

/** A tool written by hand and kept in a profile, of the settings or of a character card. */
export interface CustomTool {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: unknown };
  readonly mode: 'read' | 'write';
  /** Text inside an async function with the parameters `args, ctx`. */
  readonly body: string;
  /** The same for a simulation; empty for none. */
  readonly simulateBody: string;
}

const BODY_CHARS = 65_536;
const DESCRIPTION_CHARS = 8_192;
const LABEL_CHARS = 256;

const cut = (value: unknown, chars: number): string => (typeof value === 'string' ? value.slice(0, chars) : '');

/**
 * Brings what a profile holds into tools: entries without a good name are dropped, a later one of the same name
 * replaces the earlier in its place, a mode that is not `read` is `write`. Never throws.
 */
export function sanitizeCustomTools(input: unknown): CustomTool[] {
  const tools = new Map<string, CustomTool>();
  for (const entry of Array.isArray(input) ? input : []) {
    const { name, displayName, description, parameters, mode, body, simulateBody } = Object(entry) as Record<
      string,
      unknown
    >;
    if (typeof name !== 'string' || !TOOL_NAME.test(name)) continue;
    tools.set(name, {
      name,
      displayName: cut(displayName, LABEL_CHARS),
      description: cut(description, DESCRIPTION_CHARS),
      parameters: isPlainObject(parameters) ? parameters : { type: 'object' },
      mode: mode === 'read' ? 'read' : 'write',
      body: cut(body, BODY_CHARS),
      simulateBody: cut(simulateBody, BODY_CHARS),
    });
  }
  return [...tools.values()];
}

/**
 * The plugin that stands for a list of handwritten tools. Each body is compiled by itself, inside the guest, so that
 * no text can reach beyond its own function; one that does not compile is named in `skipped`.
 */
export function customToolsSource(tools: readonly CustomTool[]): string {
  return `const AsyncFunction = (async () => {}).constructor;
const compile = (body) => {
  const made = new AsyncFunction('args', 'ctx', body);
  // This engine would let a body close its own function and begin another.
  if (String(made) !== \`async function anonymous(args,ctx\\n) {\\n\${body}\\n}\`) throw new SyntaxError('unbalanced braces');
  return made;
};
export const skipped = [];
for (const { body, simulateBody, ...tool } of ${JSON.stringify(tools)}) {
  try {
    registerTool({ ...tool, exec: compile(body), simulate: simulateBody.trim() === '' ? null : compile(simulateBody) });
  } catch (error) {
    skipped.push({ name: tool.name, error: String(error.message).slice(0, 2000) });
  }
}
`;
}
