import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { CallPrompt, TextCall } from '../../worker/protocol/text-calls.js';
import type {
  BreakerState,
  RunOptions,
  RunOutcome,
  SkillCall,
  SkillInfo,
  SkillLimits,
  SkillLogEntry,
  Skills,
  ToolInfo,
} from '../contracts/index.js';
import type { Executor } from '../isolation/guests/index.js';
import type { CompiledTools, GuestMaker } from '../orchestrator/runs/index.js';
import { notify, onDemand } from '../primitives/index.js';
import type { AskList } from '../questions/index.js';
import type { SkillRunner, TextCalls } from '../text-calls/internal.js';
import type { ExecuteOptions, ToolResult } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import type { PageTools, Registration } from '../tools/page/index.js';
import { type ReadSkill, readSkill } from './skill-config.js';

const OWNER = 'skills';
const LOG_LINES = 500;
const runnerParts = onDemand(() => import('../text-calls/skill-runner.js'));
const guestParts = onDemand(() => import('./skill-guest.js'));

interface Registered extends ReadSkill {
  readonly tool: string;
  readonly registration: Pick<Registration, 'unregister'>;
}

interface Count {
  calls: number;
  failures: number;
}

/** Key of an enabled tool. It contains the owner, so that another owner's tool is not enabled by it. */
const letIn = ({ owner, name }: { readonly owner: string; readonly name: string }): string => `${owner}/${name}`;

export interface SkillBaseOptions {
  readonly registry: ToolRegistry;
  readonly pages: PageTools;
  readonly tools: {
    execute(name: string, args?: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  };
  readonly guests: GuestMaker;
  readonly asks: AskList;
  readonly limits: SkillLimits;
  readonly changed: () => void;
  readonly textCalls: TextCalls;
}

/** The skills of one page. Running them is loaded with the first call. */
export class SkillBase implements Skills {
  readonly #options: SkillBaseOptions;
  readonly #skills = new Map<string, Registered>();
  readonly #enabled = new Map<string, boolean>();
  readonly #counts = new Map<string, Count>();
  readonly #listeners = new Set<() => void>();
  #log: readonly SkillLogEntry[] = [];
  #runner: SkillRunner | undefined;
  /** What the model wrote for the running call. Calls run one after another. */
  #running: { readonly tool: string; readonly args: string | undefined; readonly raw: string } | undefined;

  constructor(options: SkillBaseOptions) {
    this.#options = options;
    // Another owner's tool that takes over a name is not enabled by that.
    options.registry.onChange(({ removed }) => {
      for (const key of this.#enabled.keys())
        if (removed.some((name) => key.endsWith(`/${name}`))) this.#enabled.delete(key);
    });
  }

  get calls(): readonly SkillCall[] {
    return this.#runner?.calls ?? [];
  }

  get log(): readonly SkillLogEntry[] {
    return this.#log;
  }

  register(config?: unknown): string {
    const skill = readSkill(config);
    const { name } = skill;
    this.#skills.get(name)?.registration.unregister();
    for (const warning of skill.warnings) {
      console.warn(`Bulkhead: skill ${name}: ${warning}`);
      this.note('warning', warning, name);
    }
    const registered = this.#toTool(skill);
    this.#skills.set(name, registered);
    this.#enabled.set(name, skill.enabled);
    this.#counts.delete(name);
    this.changed();
    return name;
  }

  unregister(name: string): boolean {
    const skill = this.#skills.get(name);
    skill?.registration.unregister();
    this.#skills.delete(name);
    this.#enabled.delete(name);
    this.#counts.delete(name);
    if (skill) this.changed();
    return skill !== undefined;
  }

  list(): readonly SkillInfo[] {
    const { registry } = this.#options;
    const own = new Map([...this.#skills.values()].map((skill) => [skill.tool, skill]));
    const names = new Set(this.#skills.keys());
    return registry.list().flatMap((info): SkillInfo[] => {
      const skill = own.get(info.name);
      if (skill) return [this.#toInfo(info, skill.name, skill)];
      return names.has(info.name) ? [] : [this.#toInfo(info, info.name)];
    });
  }

  setEnabled(name: string, enabled: boolean): void {
    const skill = this.list().find((one) => one.name === name);
    if (!skill || skill.enabled === enabled) return;
    this.#enabled.set(this.#skills.has(name) ? name : letIn(skill), enabled);
    this.changed();
  }

  find(name: string): SkillInfo | undefined {
    return this.list().find((one) => one.name === name && one.enabled);
  }

  async prompt({ dialect = 'bracket-call', ...rest }: Parameters<Skills['prompt']>[0] = {}): Promise<CallPrompt> {
    const tools = this.list().filter(({ enabled }) => enabled);
    return this.#options.textCalls.prompt({ dialect, tools, ...rest });
  }

  async run(calls: readonly TextCall[], options: RunOptions = {}): Promise<RunOutcome> {
    const { SkillRunner } = await runnerParts();
    this.#runner ??= new SkillRunner({
      find: (name) => this.find(name),
      known: () => this.list().flatMap(({ name, enabled }) => (enabled ? [name] : [])),
      execute: async (skill, call, executing) => {
        this.#running = { tool: skill.tool, args: JSON.stringify(call.arguments), raw: call.rawArguments };
        try {
          return (await this.#options.tools.execute(skill.tool, call.arguments, executing)).value;
        } finally {
          this.#running = undefined;
        }
      },
      asks: this.#options.asks,
      limits: this.#options.limits,
      toolOf: ({ tool }) => this.#options.registry.get(tool)?.info,
      count: (name, failed) => this.#count(name, failed),
      note: (what, text, skill, chat) => this.note(what, text, skill, chat),
      changed: () => this.changed(),
    });
    return this.#runner.run(calls, options);
  }

  breaker(): BreakerState {
    const { calls, windowMs } = this.#options.limits;
    return this.#runner?.breaker ?? { count: 0, limit: calls, windowMs, blocked: false, recoversInMs: 0 };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  note(what: SkillLogEntry['what'], text: string, skill?: string, chat?: string): void {
    const entry: SkillLogEntry = {
      at: Date.now(),
      what,
      text,
      ...(skill !== undefined && { skill }),
      ...(chat !== undefined && { chat }),
    };
    this.#log = [...this.#log.slice(1 - LOG_LINES), entry];
  }

  changed(): void {
    this.#options.changed();
    for (const listener of [...this.#listeners]) notify(listener);
  }

  /** Returns what the model wrote, if it is a model's call. Other code may call the same tool meanwhile. */
  #rawOf(tool: string, args: unknown): string {
    const text = JSON.stringify(args);
    const running = this.#running;
    return running?.tool === tool && running.args === text ? running.raw : text;
  }

  #count(name: string, failed: boolean): void {
    const { calls = 0, failures = 0 } = this.#counts.get(name) ?? {};
    this.#counts.set(name, { calls: calls + 1, failures: failures + (failed ? 1 : 0) });
  }

  #toInfo(info: ToolInfo, name: string, skill?: Registered): SkillInfo {
    const { calls, failures } = this.#counts.get(name) ?? { calls: 0, failures: 0 };
    const parameters = skill ? skill.parameters : info.parameters;
    return {
      ...{ name, tool: info.name, owner: info.owner, calls, failures, sensitive: skill?.sensitive ?? false },
      description: skill?.description ?? info.description,
      ...(parameters && { parameters }),
      runs: info.kind === 'page' || info.kind === 'port' ? info.kind : 'guest',
      enabled: this.#enabled.get(skill ? name : letIn(info)) ?? false,
    };
  }

  /** Registers a skill as a tool, under its own name if that is free, otherwise under another. */
  #toTool(skill: ReadSkill): Registered {
    const base = skill.name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[^A-Za-z])/, 's');
    for (let count = 0; ; count++) {
      const tool = ([base, `skill_${base}`][count] ?? `skill_${base.slice(0, 50)}_${count}`).slice(0, 64);
      if ([...this.#skills.values()].some((other) => other.tool === tool && other.name !== skill.name)) continue;
      try {
        return { ...skill, tool, registration: this.#registerTool(tool, skill) };
      } catch (error) {
        const { code } = error as BulkheadError;
        if (code !== 'NAME_TAKEN' && code !== 'NAME_RESERVED') throw error;
      }
    }
  }

  #registerTool(tool: string, { name, description, parameters = {}, action }: ReadSkill) {
    const { pages, registry, guests } = this.#options;
    const schema = parameters as { readonly [key: string]: unknown };
    const spec = { name: tool, displayName: name, description, parameters: schema, mode: 'write' as const };
    if (typeof action !== 'string') {
      const exec = (args: unknown, _ctx: unknown, { signal }: { readonly signal: AbortSignal }) =>
        action({ name, args, rawArgs: this.#rawOf(tool, args) }, signal);
      return pages.register({ ...spec, exec }, OWNER);
    }
    let opened: Promise<CompiledTools> | undefined;
    const guest = () => {
      opened ??= guestParts().then(({ openGuestSkill }) => openGuestSkill(guests, spec, name, action));
      // The next attempt may succeed: the cause may be gone by then.
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    };
    const executor: Executor = { execute: async (...call) => (await guest()).executor.execute(...call) };
    const info: ToolInfo = { ...spec, hasSimulate: false, kind: 'profile', owner: OWNER, source: 'extension' };
    registry.put(info, executor);
    return {
      unregister: () => {
        registry.drop(executor);
        void opened?.then((compiled) => compiled.close()).catch(() => {});
      },
    };
  }
}
