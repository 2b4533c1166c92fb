import { makeCalls, type Say } from './calls.js';
import { describe, fault, markOf } from './errors.js';
import type { Part } from './globals.js';
import { formatLine } from './log-line.js';
import { type Ask, makePlatform, type Platform } from './platform.js';
import { assign, closePrototypes, freeze, parse, stringify, toText } from './primordials.js';
import { settle, soon } from './promises.js';
import { makeTools, rowsOf, sourceOf } from './tools.js';
import { type GuestLimits, SAY, TO_GUEST } from './wire.js';

/**
 * Prepares a fresh realm for one plugin. The bundle of this file is evaluated to this function; the host calls it
 * once with its one function, and keeps the dispatcher it answers. Neither ever stands on a global. What differs from
 * guest to guest is sent later, so that one image serves all.
 */
export function prepare(host: Say & Ask): (kind: number, id: number, a: unknown, b: string) => void {
  // The host tells what is said from what is asked by the number of values.
  const say: Say = (kind, id, text) => host(kind, id, text);
  const limits = {} as GuestLimits;
  const tools = makeTools(limits);
  let loading = true;
  let current = 0;
  const whileLoading = () => {
    if (!loading) throw fault('SPEC_INVALID', 'tools are registered while the plugin loads, not later');
  };
  const register = (spec: unknown): void => {
    whileLoading();
    tools.register(spec);
  };
  // The specification's names for the same: one function each, wherever a plugin finds it.
  const orchestrator = freeze({
    registerOrchestrationTool: register,
    unregisterOrchestrationTool: (name: unknown): void => {
      whileLoading();
      tools.unregister(name);
    },
    listExtensionTools: () => rowsOf(tools),
    resolveToolSource: (name: unknown) => sourceOf(toText(name), tools),
  });
  const getExtensionApi = (name: unknown) => (name === 'orchestrator' ? orchestrator : undefined);
  let platform: Platform;
  const enter = (id: number) => {
    current = id;
  };
  const calls = makeCalls(tools, limits, say, { ...orchestrator, getExtensionApi }, enter, () => platform);
  const log = (level: string, values: unknown[]) =>
    say(SAY.log, current, `${level} ${formatLine(values, limits, platform.showError)}`);

  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  define('self', globalThis);
  define('queueMicrotask', soon);
  define('registerTool', register);
  define('registerOrchestrationTool', register);
  define('getExtensionApi', getExtensionApi);
  platform = makePlatform((op, text, buffer, offset, length) => host(op, text, buffer, offset, length), {
    start: calls.compute,
    request: calls.request,
    log,
    limits,
  });
  closePrototypes();

  const threw = (error: unknown): void => say(SAY.failed, 0, describe(error, limits, markOf(error)));
  const loaded = (namespace: unknown): void => {
    try {
      const { manifest } = (namespace ?? {}) as { manifest?: unknown };
      loading = false;
      say(SAY.loaded, 0, stringify([jsonOf(manifest), tools.list()]));
    } catch (error) {
      threw(error);
    }
  };

  return (kind, id, a, b) => {
    if (kind === TO_GUEST.context) calls.context(b);
    else if (kind === TO_GUEST.execute || kind === TO_GUEST.simulate)
      calls.start(id, a as string, kind === TO_GUEST.simulate, b);
    else if (kind === TO_GUEST.abort) calls.abort(id, b);
    else if (kind === TO_GUEST.reply) calls.reply(id, b);
    else if (kind === TO_GUEST.refuse) calls.refuse(id, b);
    else if (kind === TO_GUEST.tick) calls.tick();
    else if (kind === TO_GUEST.loaded) settle(a, loaded, threw);
    else if (kind === TO_GUEST.limits) assign(limits, parse(b));
    else if (kind === TO_GUEST.part) platform.use(a as Part);
    else if (kind === TO_GUEST.timers) platform.hooks.timers?.();
    else if (kind === TO_GUEST.computed) calls.computed(id, b);
    else if (kind === TO_GUEST.alive) say(SAY.alive, id, b);
    else if (kind === TO_GUEST.threw) threw(a);
  };
}

/** The manifest that a module exports, as JSON text. */
function jsonOf(exported: unknown): string {
  try {
    return stringify(exported ?? null) ?? 'null';
  } catch {
    throw fault('MANIFEST_INVALID', 'the manifest is not JSON');
  }
}
