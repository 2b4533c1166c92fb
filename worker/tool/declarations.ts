import { type Mismatch, openSchema } from '../adapters/schema.js';
import { BulkheadError, type ErrorCode } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';
import type { Manifest } from '../protocol/manifest.js';
import { exampleAt } from '../protocol/manifest-examples.js';
import { type ManifestFault, manifestError } from '../protocol/manifest-faults.js';
import { TOOL_NAME } from '../protocol/names.js';
import { isReserved } from '../protocol/reserved.js';
import type { ToolDeclaration } from '../protocol/tool.js';
import { hidesManifest, NO_MANIFEST } from './bundle-format.js';

/** A plugin as it declared itself, checked, with a validator per tool. */
export interface Declared {
  /** The same two as JSON text, as they cross to main. */
  readonly texts: { readonly manifest: string; readonly tools: string };
  readonly validators: ReadonlyMap<string, (value: unknown) => Mismatch[]>;
}

/**
 * Checks what a guest declared. `packed`: JSON text of the manifest beside the source, or empty: then `source` is searched for one that
 * it has and does not export.
 * @throws `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `SCHEMA_INVALID`, `NAME_RESERVED`.
 */
export async function readDeclared(text: string, limits: Limits, packed = '', source = ''): Promise<Declared> {
  const [manifestText, toolsText] = JSON.parse(text) as [string, string];
  if (manifestText.length > limits.schemaBytes)
    throw new BulkheadError('MANIFEST_INVALID', 'the manifest is too large');
  const said = readJson('MANIFEST_INVALID', 'the manifest', packed === '' ? manifestText : packed);
  if (said === null && packed === '' && hidesManifest(source))
    throw new BulkheadError('MANIFEST_INVALID', NO_MANIFEST, { path: '' });
  const manifest = said === null ? null : await checkManifest(said, packed !== '');
  const tools = readTools(readJson('SCHEMA_INVALID', 'the parameters of a tool', toolsText));
  if (tools.length === 0) {
    throw new BulkheadError(
      'NO_TOOL_REGISTERED',
      'the source registers no tool: call registerTool({ … }) while it loads',
    );
  }
  const large = tools.find(({ parameters }) => JSON.stringify(parameters).length > limits.schemaBytes);
  if (large) throw new BulkheadError('SCHEMA_INVALID', `${large.name}: parameters are too large`);
  const reserved = tools.find(({ name }) => isReserved(name));
  if (reserved) throw new BulkheadError('NAME_RESERVED', `${reserved.name} is the name of a built-in`);
  checkTools(manifest, tools);
  return {
    texts: { manifest: JSON.stringify(manifest), tools: JSON.stringify(tools) },
    validators: new Map(tools.map((tool) => [tool.name, openSchema(tool.name, tool.parameters)])),
  };
}

/** Checks a declaration of a guest. @throws `SPEC_INVALID`. */
function readTools(said: unknown): ToolDeclaration[] {
  const isTool = (value: unknown): value is ToolDeclaration => {
    const tool = Object(value) as { readonly [field: string]: unknown };
    return (
      TOOL_NAME.test(String(tool.name)) &&
      ['name', 'displayName', 'description'].every((field) => typeof tool[field] === 'string') &&
      Object(tool.parameters) === tool.parameters &&
      !Array.isArray(tool.parameters) &&
      ['read', 'write'].includes(String(tool.mode)) &&
      typeof tool.hasSimulate === 'boolean'
    );
  };
  if (!Array.isArray(said) || !said.every(isTool))
    throw new BulkheadError('SPEC_INVALID', 'the plugin declared something that is no tool');
  return said.map(({ name, displayName, description, parameters, mode, hasSimulate }) => ({
    ...{ name, displayName, description, parameters, mode, hasSimulate },
  }));
}

/** Loaded where it is needed: its schemas take longer to build than all else of a worker's start. Texts are checked at the install. */
async function checkManifest(said: unknown, isPackage: boolean): Promise<Manifest> {
  const { readKeptManifest } = await import('../protocol/manifest.js');
  return readKeptManifest(said, isPackage);
}

/** A manifest that lists tools lists all of them, as they are. */
function checkTools(manifest: Manifest | null, tools: readonly ToolDeclaration[]): void {
  if (!manifest?.tools) return;
  const issues: ManifestFault[] = [];
  for (const { name, mode } of tools) {
    const at = manifest.tools.findIndex((listed) => listed.name === name);
    const listed = manifest.tools[at];
    if (!listed) {
      const message = `${name} is registered and not listed; list it, or do not register it`;
      const example = JSON.stringify([{ ...(exampleAt(['tools', 0]) as object), name, mode, uses: [] }]);
      issues.push({ path: '/tools', message, example });
    } else if (listed.mode !== mode) {
      const message = `${name} is registered as ${mode}, and listed as ${listed.mode}; give both the same mode`;
      issues.push({ path: `/tools/${at}/mode`, message, example: JSON.stringify(mode) });
    }
  }
  if (issues.length > 0) throw manifestError(issues);
}

function readJson(code: ErrorCode, what: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new BulkheadError(code, `${what}: ${(error as Error).message}`);
  }
}
