import { fault, isPlainObject } from './errors.js';
import { join, MapClass, mapGet, mapHas, mapSet, push, stringify, test, toText } from './primordials.js';
import type { GuestLimits } from './wire.js';

const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

export type Body = (args: unknown, ctx: unknown) => unknown;
export interface Tool {
  readonly declaration: {
    readonly name: string;
    readonly displayName: string;
    readonly description: string;
    readonly parameters: unknown;
    readonly mode: 'read' | 'write';
    readonly hasSimulate: boolean;
  };
  readonly exec: Body;
  readonly simulate: Body | null;
}

export interface Tools {
  readonly register: (spec: unknown) => void;
  readonly get: (name: string) => Tool | undefined;
  /** JSON text of all declarations, as they were when they were made. */
  readonly list: () => string;
}

/** The tools a plugin declares, checked in the order of the contract; each failure throws in the plugin. */
export function makeTools(limits: GuestLimits): Tools {
  const tools = new MapClass<string, Tool>();
  const declarations: string[] = [];

  const register = (input: unknown): void => {
    if (typeof input !== 'object' || input === null) {
      throw fault('SPEC_INVALID', 'registerTool takes an object { name, description, parameters, mode, exec }', true);
    }
    const spec = input as Record<string, unknown>;
    const name = toText(spec.name ?? '');
    const { exec, mode, simulate, parameters } = spec;
    if (!test(NAME, name)) {
      throw fault('NAME_INVALID', `"${name}" is no tool name: letters, digits and _, a letter first, at most 64`);
    }
    if (typeof exec !== 'function') throw fault('EXEC_INVALID', `${name}: exec must be a function`, true);
    if (mode !== 'read' && mode !== 'write')
      throw fault('MODE_INVALID', `${name}: mode must be "read" or "write"`, true);
    if (simulate !== undefined && simulate !== null && typeof simulate !== 'function') {
      throw fault('SIMULATE_INVALID', `${name}: simulate must be a function`, true);
    }
    if (mapHas(tools, name)) throw fault('NAME_TAKEN', `${name}: registered twice`);
    if (declarations.length >= limits.tools) throw fault('TOO_MANY_TOOLS', `more than ${limits.tools} tools`);
    const tool: Tool = {
      declaration: {
        name,
        displayName: toText(spec.displayName ?? ''),
        description: toText(spec.description ?? ''),
        parameters: isPlainObject(parameters) ? parameters : { type: 'object' },
        mode,
        hasSimulate: typeof simulate === 'function',
      },
      exec: exec as Body,
      simulate: (simulate as Body | null | undefined) ?? null,
    };
    let schema: string | undefined;
    try {
      schema = stringify(tool.declaration);
    } catch {
      schema = undefined;
    }
    if (schema === undefined) throw fault('SCHEMA_INVALID', `${name}: parameters must be JSON`, true);
    if (schema.length > limits.schemaChars) throw fault('SCHEMA_INVALID', `${name}: parameters are too large`);
    mapSet(tools, name, tool);
    push(declarations, schema);
  };

  return { register, get: (name) => mapGet(tools, name), list: () => `[${join(declarations, ',')}]` };
}
