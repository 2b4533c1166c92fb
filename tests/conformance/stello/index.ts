import { onlyTell, unknownKeys, watched } from '../keys.js';
import type { Area, CaseResult } from '../types.js';
import { contextResolution, createSessionTool, sessionFork } from './forks.js';
import { activateSkill, promptComposition, toolFactory, toolList, toolRegistry, whitelist } from './lists.js';
import { RULINGS } from './rulings.js';
import { skillFiles } from './skill-files.js';
import { toolMessages, turnLoop } from './turns.js';
import { type Case, decoded, same } from './values.js';

const FILES: { readonly [file: string]: (one: Case) => unknown } = {
  'activate-skill': activateSkill,
  'context-resolution': contextResolution,
  'create-session-tool': createSessionTool,
  'prompt-composition': promptComposition,
  'session-fork': sessionFork,
  'skill-files': skillFiles,
  'skills-whitelist': whitelist,
  'tool-factory': toolFactory,
  'tool-list': toolList,
  'tool-messages': toolMessages,
  'tool-registry': toolRegistry,
  'turn-loop': turnLoop,
};

/** What a case came to beside what it was to come to; where the README overrules that, with its sentence. */
function judged(file: string, one: Case, actual: unknown): Partial<CaseResult> & { readonly ok: boolean } {
  if (same(one.expected, actual)) return { ok: true };
  for (const { sentence, rules } of RULINGS.filter((ruling) => ruling.file === file)) {
    const expected = rules(one);
    if (expected !== undefined && same(expected, actual)) return { ok: true, overruled: sentence };
  }
  return { ok: false, expected: one.expected, actual };
}

/** Runs the engine's cases: what each was to come to, and what it came to. A key that nobody reads fails its case. */
export const stello: Area = async function* (files) {
  for (const { file, cases } of files) {
    for (const written of cases as readonly Case[]) {
      const view = watched(written, 'case');
      onlyTell(view, 'variants', 'inputs', 'expected');
      const { id, operation } = view;
      const expected = decoded(written.expected);
      const inputs = watched(decoded(written.inputs), 'inputs');
      const run = FILES[file];
      try {
        const actual = run ? await run({ id, operation, inputs, expected }) : `no test for ${file}`;
        const unknown = unknownKeys(view, inputs);
        const result = judged(file, { id, operation, inputs, expected }, actual);
        yield { ...result, id: `${file} ${id}`, ...(unknown !== undefined && { ok: false, actual: unknown }) };
      } catch (error) {
        yield { id: `${file} ${id}`, ok: false, expected, actual: String(error) };
      }
    }
  }
};
