import type { PageGroup } from '../../../worker/protocol/capabilities/index.js';
import { chat } from './chat.js';
import { clipboard } from './clipboard.js';
import type { Answer, Handler, HandlerParts } from './handler.js';
import { llm } from './llm.js';
import { notify } from './notify.js';
import { tools } from './tools.js';

/** What the page itself answers, by the group of `ctx`. A group without a handler does not compile. */
const HANDLERS = { chat, tools, llm, notify, clipboard } satisfies { readonly [group in PageGroup]: Handler };

/** What answers one call's requests, by group. */
export function pageAnswers(parts: HandlerParts): { readonly [group: string]: Answer } {
  const answers: { [group: string]: Answer } = {};
  for (const [group, handler] of Object.entries<Handler>(HANDLERS)) {
    const answer = handler(parts);
    if (answer) answers[group] = answer;
  }
  return answers;
}
