import { randomId } from '../../../worker/primitives/random-id.js';
import type { RehearsalReport, ReviewState, SessionMessage, StudioCall, StudioResult } from './types.js';

type Loose = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const VERDICTS: readonly unknown[] = ['passed', 'failed', 'contained'];
const STATES: readonly unknown[] = ['pending', 'completed', 'rejected'];

const isNamed = (value: unknown): value is Loose =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** True for a call as a session keeps it. */
export const isCall = (value: unknown): value is StudioCall => isNamed(value) && isObject(value.args);
const isResult = (value: unknown): value is StudioResult => isNamed(value) && isObject(value.result);

const isReview = (value: unknown): value is ReviewState =>
  isObject(value) &&
  isObject(value.decisions) &&
  Object.values(value.decisions).every((one) => one === 'accept' || one === 'reject') &&
  Array.isArray(value.reviewed) &&
  value.reviewed.every((one) => typeof one === 'string');

const isReport = (value: unknown): value is RehearsalReport =>
  isObject(value) &&
  VERDICTS.includes(value.verdict) &&
  typeof value.summary === 'string' &&
  ['checks', 'log', 'effects'].every((list) => Array.isArray(value[list])) &&
  listOf(value.checks).every(
    (one) =>
      isObject(one) &&
      typeof one.name === 'string' &&
      VERDICTS.includes(one.verdict) &&
      ['string', 'undefined'].includes(typeof one.detail) &&
      ['number', 'undefined'].includes(typeof one.ms),
  ) &&
  listOf(value.log).every((one) => isObject(one) && typeof one.level === 'string' && typeof one.text === 'string') &&
  listOf(value.effects).every((one) => typeof one === 'string') &&
  ['string', 'undefined'].includes(typeof value.forModel);

/** Members of a message that are not what they have to be, as they are instead; `undefined`: not there. */
function amendments(message: Loose, taken: ReadonlySet<unknown>): Loose {
  const { id, content, createdAt, auto, toolCalls, toolResults, toolState, review, trial: report } = message;
  const filtered = (given: unknown, isSound: (one: unknown) => boolean): readonly unknown[] | undefined =>
    Array.isArray(given) ? given.filter(isSound) : undefined;
  const fits = (given: unknown, isSound: (one: unknown) => boolean) =>
    given === undefined || (Array.isArray(given) && given.every(isSound));
  return {
    ...((typeof id !== 'string' || id === '' || taken.has(id)) && { id: `message_${randomId()}` }),
    ...(typeof content !== 'string' && { content: '' }),
    ...(!Number.isFinite(createdAt) && { createdAt: 0 }),
    ...(auto !== undefined && auto !== true && { auto: undefined }),
    ...(!fits(toolCalls, isCall) && { toolCalls: filtered(toolCalls, isCall) }),
    ...(!fits(toolResults, isResult) && { toolResults: filtered(toolResults, isResult) }),
    ...(toolState !== undefined && !STATES.includes(toolState) && { toolState: undefined }),
    ...(review !== undefined && !isReview(review) && { review: undefined }),
    ...(report !== undefined && !isReport(report) && { trial: undefined }),
  };
}

/** Gives every message of a store its own id, and fields of their types. Sound ones stay the same objects, with their versions unread. */
export function soundMessages<Profile>(given: unknown): readonly SessionMessage<Profile>[] {
  const taken = new Set<unknown>();
  return listOf(given).flatMap((message): readonly SessionMessage<Profile>[] => {
    if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant')) return [];
    const amended = Object.entries(amendments(message, taken));
    let sound = message;
    if (amended.length > 0) {
      // By their descriptors: versions may be parsed only when somebody looks at them.
      const members = Object.getOwnPropertyDescriptors(message);
      for (const [key, value] of amended) {
        if (value === undefined) delete members[key];
        else members[key] = { value, writable: true, enumerable: true, configurable: true };
      }
      sound = Object.defineProperties({}, members) as Loose;
    }
    taken.add(sound.id);
    return [sound as unknown as SessionMessage<Profile>];
  });
}
