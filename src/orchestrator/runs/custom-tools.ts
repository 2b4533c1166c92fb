import { BODY_CHARS } from '../../../worker/protocol/card-lists.js';
import { TOOL_NAME } from '../../../worker/protocol/names.js';
import { isPlainObject } from '../../../worker/protocol/spec.js';

/** A handwritten tool, stored in a profile of the settings or of a character card. */
export interface CustomTool {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: { readonly [key: string]: unknown };
  readonly mode: 'read' | 'write';
  /** Body of an async function with the parameters `args, ctx`. */
  readonly body: string;
  /** Body of the function that simulates it; empty for none. */
  readonly simulateBody: string;
}

const DESCRIPTION_CHARS = 8_192;
const LABEL_CHARS = 256;

const cut = (value: unknown, chars: number): string => (typeof value === 'string' ? value.slice(0, chars) : '');

/** Normalises a profile's tools. Invalid names are dropped, a later tool replaces one of its name. Never throws. */
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
