import { BulkheadError, fromErrorData } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { CallFamily } from '../isolation/guests/index.js';
import { type Executions, guestPhase, phaseOf, readResult } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import { type CallSession, callersOf } from './call-session.js';
import type { Consent } from './consent.js';

/** Greatest depth of calls of tools by tools, and greatest number that one call may have open. */
const NESTED = 3;
const AT_ONCE = 8;

export interface CallToolParts {
  readonly registry: ToolRegistry;
  readonly executions: Executions;
  readonly limits: Limits;
  readonly consent: Pick<Consent, 'forOther'>;
}

/** A plugin's tool calls another tool, as its user granted it. @throws the other tool's failure. */
export async function callTool(
  { registry, executions, limits, consent }: CallToolParts,
  session: CallSession,
  name: string,
  args: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const entry = registry.find(name);
  const { simulation, call, control } = session;
  const { info, ask } = entry;
  const unknown = () => {
    simulation?.add({ kind: 'unknown', plugin: session.entry.record.id, what: `the tool ${name}` });
    return undefined;
  };
  const depth = (call.options.depth ?? 0) + 1;
  const family: CallFamily = call.options.family ?? session.family;
  if (depth > NESTED || family.open >= AT_ONCE) {
    throw new BulkheadError('TOO_MANY_CALLS', `tools call each other more than ${NESTED} deep, or ${AT_ONCE} at once`);
  }
  if (session.mode === 'read' && info.mode === 'write') {
    throw new BulkheadError('CAPABILITY_DENIED', `not granted: a tool that only reads may not call ${name}`);
  }
  // A simulation for the user must not call a tool whose effects cannot be held back.
  if (simulation?.forAsk && info.kind !== 'plugin') return unknown();
  const phase = !simulation ? 'execute' : info.kind === 'plugin' ? guestPhase(info) : phaseOf(info, true);
  // It needs a question, and a simulation asks none.
  if (phase === 'none' || (ask && simulation && phase === 'execute')) return unknown();
  const began = performance.now();
  const { chat, memory } = call.options;
  const either = AbortSignal.any([signal, session.signal]);
  const frame = {
    ...{ depth, simulation, family, waiting: control, callers: callersOf(session), chat, memory },
    ...(ask && { consent: (text: string) => consent.forOther(session, info, ask, text, either) }),
  };
  family.open += 1;
  try {
    const { error, text = '' } = await executions.perform(entry, phase, args, { signal }, began, undefined, frame);
    // A denial of the other tool is not reported as a denial of this one.
    if (error) throw fromErrorData(error.code === 'CAPABILITY_DENIED' ? { ...error, code: 'TOOL_ERROR' } : error);
    return readResult(text, limits);
  } finally {
    family.open -= 1;
  }
}
