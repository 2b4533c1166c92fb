import { TOOL_NAME } from './names.js';
import type { ToolDeclaration } from './tool.js';

/** A tool as its author writes it. */
export interface ToolSpec<Args = Record<string, unknown>, Context = unknown, Call = unknown> {
  /** 1 to 64 ASCII letters, digits and underscores, a letter first; no reserved name. */
  readonly name: string;
  readonly displayName?: string;
  /** For the model. */
  readonly description?: string;
  /** JSON Schema of the arguments, checked before `exec` runs. Anything but an object counts as `{ type: 'object' }`. */
  readonly parameters?: object;
  /** A `read` tool changes nothing anywhere. */
  readonly mode: 'read' | 'write';
  /** The result must be JSON; a returned `Error` counts as thrown. */
  readonly exec: (args: Args, ctx: Context, call: Call) => unknown;
  /** Called in place of `exec` when a `write` tool is simulated. */
  readonly simulate?: ((args: Args, ctx: Context, call: Call) => unknown) | null;
}

export type ToolBody = (args: unknown, ctx: unknown, call: unknown) => unknown;

/** A spec that passed every check. */
export interface CheckedSpec {
  readonly declaration: ToolDeclaration;
  readonly exec: ToolBody;
  readonly simulate: ToolBody | null;
}

export type SpecFault =
  | 'SPEC_INVALID'
  | 'NAME_INVALID'
  | 'EXEC_INVALID'
  | 'MODE_INVALID'
  | 'SIMULATE_INVALID'
  | 'NAME_RESERVED';

/** Makes the error of a check; the specification wants a `TypeError` for all but the two about names. */
export type MakeFault = (code: SpecFault, message: string, asTypeError: boolean) => Error;

/**
 * Checks 1 to 6 of a registration, in the specification's order, in the realm where the tool is declared. Whether the
 * name is free is for the registry to say.
 * @throws what `fault` makes, for the first check that fails.
 */
export function checkSpec(input: unknown, isReserved: (name: string) => boolean, fault: MakeFault): CheckedSpec {
  if (typeof input !== 'object' || input === null) {
    throw fault(
      'SPEC_INVALID',
      `a tool is an object { name, description, parameters, mode, exec }; got ${input && typeof input}`,
      true,
    );
  }
  // Each field is read once: a getter must not answer the check and the use differently.
  const { name: given, displayName, description, parameters, mode, exec, simulate } = input as Record<string, unknown>;
  const name = String(given ?? '');
  if (!TOOL_NAME.test(name)) {
    const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
    const rule = 'letters, digits and _, a letter first, at most 64';
    throw fault('NAME_INVALID', `"${shown}" is no tool name: ${rule}`, false);
  }
  if (typeof exec !== 'function')
    throw fault('EXEC_INVALID', `${name}: exec must be a function; got ${typeof exec}`, true);
  if (mode !== 'read' && mode !== 'write') {
    throw fault('MODE_INVALID', `${name}: mode must be "read" or "write"; got ${String(mode)}`, true);
  }
  if (simulate !== undefined && simulate !== null && typeof simulate !== 'function') {
    throw fault('SIMULATE_INVALID', `${name}: simulate must be a function; got ${typeof simulate}`, true);
  }
  if (isReserved(name)) throw fault('NAME_RESERVED', `${name} is the name of a built-in; choose another`, false);
  return {
    declaration: {
      name,
      displayName: String(displayName ?? ''),
      description: String(description ?? ''),
      parameters: isPlainObject(parameters) ? parameters : { type: 'object' },
      mode,
      hasSimulate: typeof simulate === 'function',
    },
    exec: exec as ToolBody,
    simulate: (simulate as ToolBody | null | undefined) ?? null,
  };
}

/** True for `{…}` of any realm: no array, Map, Date or function. */
export function isPlainObject(value: unknown): value is { [key: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** True for a schema that every object fits: the one a tool has that says nothing about its arguments. */
export const takesAnything = (parameters: object): boolean =>
  Object.entries(parameters).every(
    ([key, value]) =>
      (key === 'type' && value === 'object') || (key === 'properties' && Object.keys(Object(value)).length === 0),
  );
