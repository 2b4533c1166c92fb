import * as z from 'zod/mini';
import { type Mismatch, openSchema } from '../doors/schema.js';
import { BulkheadError } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { type Manifest, readManifest } from '../protocol/manifest.js';
import { TOOL_NAME, type ToolDeclaration } from '../protocol/tool.js';

const declared = z.object({
  manifest: z.unknown(),
  tools: z.array(
    z.object({
      name: z.string().check(z.regex(TOOL_NAME)),
      displayName: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
      mode: z.enum(['read', 'write']),
      hasSimulate: z.boolean(),
    }),
  ),
});

/** A plugin as it declared itself, checked, with a validator per tool. */
export interface Declared {
  readonly manifest: Manifest | null;
  readonly tools: readonly ToolDeclaration[];
  readonly validators: ReadonlyMap<string, (value: unknown) => Mismatch[]>;
}

/**
 * Checks what a guest said when it had loaded.
 * @throws `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `SCHEMA_INVALID`.
 */
export function readDeclared(text: string): Declared {
  const parsed = declared.safeParse(readJson(text));
  if (!parsed.success) throw new BulkheadError('SPEC_INVALID', 'the plugin declared something that is no tool');
  const { tools } = parsed.data;
  const manifest = parsed.data.manifest === null ? null : readManifest(parsed.data.manifest);
  if (tools.length === 0) {
    throw new BulkheadError(
      'NO_TOOL_REGISTERED',
      'the source registers no tool: call registerTool({ … }) while it loads',
    );
  }
  return {
    manifest,
    tools,
    validators: new Map(tools.map((tool) => [tool.name, openSchema(tool.name, tool.parameters)])),
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new BulkheadError('SCHEMA_INVALID', `what the plugin declared: ${(error as Error).message}`);
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
