import * as z from 'zod/mini';
import { type Mismatch, openSchema } from '../doors/schema.js';
import { BulkheadError, type ErrorCode } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';
import { readManifest } from '../protocol/manifest.js';
import { TOOL_NAME } from '../protocol/names.js';

const declaredTools = z.array(
  z.object({
    name: z.string().check(z.regex(TOOL_NAME)),
    displayName: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    mode: z.enum(['read', 'write']),
    hasSimulate: z.boolean(),
  }),
);

/** A plugin as it declared itself, checked, with a validator per tool. */
export interface Declared {
  /** The same two as JSON text, as they cross to main. */
  readonly texts: { readonly manifest: string; readonly tools: string };
  readonly validators: ReadonlyMap<string, (value: unknown) => Mismatch[]>;
}

/**
 * Checks what a guest said when it had loaded.
 * @throws `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `SCHEMA_INVALID`.
 */
export function readDeclared(text: string, limits: Limits): Declared {
  const [manifestText, toolsText] = JSON.parse(text) as [string, string];
  if (manifestText.length > limits.schemaBytes)
    throw new BulkheadError('MANIFEST_INVALID', 'the manifest is too large');
  const said = readJson('MANIFEST_INVALID', 'the manifest', manifestText);
  const manifest = said === null ? null : readManifest(said);
  const parsed = declaredTools.safeParse(readJson('SCHEMA_INVALID', 'the parameters of a tool', toolsText));
  if (!parsed.success) throw new BulkheadError('SPEC_INVALID', 'the plugin declared something that is no tool');
  const tools = parsed.data;
  if (tools.length === 0) {
    throw new BulkheadError(
      'NO_TOOL_REGISTERED',
      'the source registers no tool: call registerTool({ … }) while it loads',
    );
  }
  const large = tools.find(({ parameters }) => JSON.stringify(parameters).length > limits.schemaBytes);
  if (large) throw new BulkheadError('SCHEMA_INVALID', `${large.name}: parameters are too large`);
  return {
    texts: { manifest: JSON.stringify(manifest), tools: JSON.stringify(tools) },
    validators: new Map(tools.map((tool) => [tool.name, openSchema(tool.name, tool.parameters)])),
  };
}

function readJson(code: ErrorCode, what: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new BulkheadError(code, `${what}: ${(error as Error).message}`);
  }
}

/**
 * Checks a call's arguments before the tool sees them.
 * @throws `TOOL_ARGUMENTS_INVALID` with every place that misses the schema, in words a model can act on.
 */
export function checkArguments(tool: string, text: string, validate: (value: unknown) => Mismatch[]): void {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new BulkheadError('TOOL_ARGUMENTS_INVALID', `${tool}: ${(error as Error).message}`, {
      path: '',
      stoppedBy: 'validation',
    });
  }
  const mismatches = validate(value);
  const [first] = mismatches;
  if (!first) return;
  const places = mismatches.slice(0, 8).map(({ path, message }) => `${path === '' ? 'arguments' : path}: ${message}`);
  throw new BulkheadError('TOOL_ARGUMENTS_INVALID', `${tool}: ${places.join(' ')}`, {
    path: mismatches.find(({ path }) => path !== '')?.path ?? first.path,
    mismatches: mismatches.slice(0, 32),
    stoppedBy: 'validation',
  });
}
