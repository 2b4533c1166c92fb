import type { Area } from '../types.js';
import { contextResolution, createSessionTool, sessionFork } from './forks.js';
import { activateSkill, promptComposition, toolFactory, toolList, toolRegistry, whitelist } from './lists.js';
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

/** Runs the engine's cases: what each was to come to, and what it came to. */
export const stello: Area = async function* (files) {
  for (const { file, cases } of files) {
    for (const given of cases as readonly Case[]) {
      const one = decoded(given) as Case;
      const run = FILES[file];
      const actual = run ? await run(one) : `no test for ${file}`;
      const ok = same(one.expected, actual);
      yield { id: `${file} ${one.id}`, ok, ...(!ok && { expected: one.expected, actual }) };
    }
  }
};
