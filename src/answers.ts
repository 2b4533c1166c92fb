import type { Output } from '../worker/protocol/contract.js';
import { BulkheadError, type ErrorData } from '../worker/protocol/errors.js';
import type {
  CallEvent,
  CallOutcome,
  LogLevel,
  LogLine,
  Progress,
  ToolContract,
  ToolDeclaration,
  Usage,
} from '../worker/protocol/tool.js';

/**
 * What a tool worker sends is our own code's word, until a guest has broken out of its engine. So main copies it, field
 * by field, into plain data of the expected shape before it reads it.
 */
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

type Fields = { readonly [key: string]: unknown };
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const text = (value: unknown, limit: number): string => (typeof value === 'string' ? value.slice(0, limit) : '');

function readLines(value: unknown): LogLine[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 1_000).map((line) => {
    const { level, text: said } = fields(line);
    return { level: LEVELS.find((known) => known === level) ?? 'info', text: text(said, 4_000) };
  });
}

function readProgress(value: unknown): Progress | undefined {
  const { done, total, label } = fields(value);
  if (typeof done !== 'number') return undefined;
  return {
    done: number(done),
    ...(typeof total === 'number' && { total: number(total) }),
    ...(typeof label === 'string' && { label: text(label, 4_000) }),
  };
}

export function readEvent(value: unknown): CallEvent | undefined {
  const { call, log, progress } = fields(value);
  if (typeof call !== 'number') return undefined;
  const read = readProgress(progress);
  return { call, log: readLines(log), ...(read && { progress: read }) };
}

export function readOutcome(value: unknown): CallOutcome {
  const outcome = fields(value);
  const spent = fields(outcome.usage);
  const usage: Usage = {
    wallMs: number(spent.wallMs),
    cpuMs: number(spent.cpuMs),
    memoryBytes: number(spent.memoryBytes),
    logLines: number(spent.logLines),
    logLinesDropped: number(spent.logLinesDropped),
    requests: number(spent.requests),
  };
  const log = readLines(outcome.log);
  if (outcome.error !== undefined) return { error: fields(outcome.error) as unknown as ErrorData, usage, log };
  if (typeof outcome.text !== 'string') throw new BulkheadError('PROTOCOL_VIOLATION', 'an answer without a result');
  return { text: outcome.text, usage, log };
}

export function readLoaded(value: unknown): Output<ToolContract, 'load'> {
  const { manifest, tools } = fields(value);
  if (!Array.isArray(tools)) throw new BulkheadError('PROTOCOL_VIOLATION', 'a plugin without a list of tools');
  return {
    manifest: (manifest ?? null) as Output<ToolContract, 'load'>['manifest'],
    tools: tools.map((tool): ToolDeclaration => {
      const { name, displayName, description, parameters, mode, hasSimulate } = fields(tool);
      return {
        name: text(name, 64),
        displayName: text(displayName, 256),
        description: text(description, 65_536),
        parameters: fields(parameters),
        mode: mode === 'read' ? 'read' : 'write',
        hasSimulate: hasSimulate === true,
      };
    }),
  };
}
