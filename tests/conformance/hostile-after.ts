import type { HostileCase } from './hostile-case.js';
import type { Evidence } from './hostile-evidence.js';

const MEMORY_BYTES = 64 * 1024 * 1024;
/** Errors of a limit: ours by their codes, and those of the engine, which a guest throws where its stack or memory ends. */
const LIMITS = ['TOOL_TIMEOUT', 'TOOL_MEMORY', 'TOOL_CRASHED', 'TOOL_RESULT_TOO_LARGE', 'TOO_MANY_CALLS'];
const OF_ENGINE = ['InternalError', 'RangeError'];

/** What is wrong by a sentence; nothing where it holds; `unchecked` where this runner cannot tell. */
type Verdict = string | undefined | 'unchecked';
type Look = (evidence: Evidence, program: HostileCase) => Verdict;

const failsUnless = (holds: boolean, why: string): Verdict => (holds ? undefined : why);
const inTime: Look = ({ late }) => failsUnless(!late, 'it was not in time');
const rejects: Look = ({ error }) => failsUnless(error !== undefined, 'it did not reject');
const both =
  (...looks: readonly Look[]): Look =>
  (evidence, program) =>
    looks.map((look) => look(evidence, program)).find((verdict) => verdict !== undefined);

const limitError: Look = ({ error }) => {
  const { name } = Object(error?.details?.guest) as { readonly name?: string };
  const isLimit = LIMITS.includes(error?.code ?? '') || OF_ENGINE.includes(name ?? '');
  return failsUnless(isLimit, `no limit error but ${error?.code} ${name ?? ''}`);
};

/** The guest’s memory is told with every call whose worker lived to tell, and with no load. */
const memory: Look = ({ memoryBytes, workerLives }, { phase }) => {
  if (memoryBytes === undefined) return workerLives && phase === 'call' ? 'nobody told of its memory' : 'unchecked';
  return failsUnless(memoryBytes <= MEMORY_BYTES, `${memoryBytes} bytes of memory`);
};

const resultIs: Look = ({ value }, { expectResult }) =>
  failsUnless(JSON.stringify(value) === JSON.stringify(expectResult), 'another result');

const HOST_NAMES = 'Atomics WebAssembly Worker XMLHttpRequest indexedDB caches BroadcastChannel setTimeout'.split(' ');

/** Names of the list that a guest has of its own: its timers reach nothing of the host. */
const OF_GUEST = ['setTimeout'];

/** The program tells what it sees of these names, after one of the engine’s own. */
const hostNames: Look = ({ value }) => {
  const seen = HOST_NAMES.filter((_, at) => (value as readonly string[] | undefined)?.[at + 1] !== 'undefined');
  const visible = seen.filter((name) => !OF_GUEST.includes(name));
  return failsUnless(visible.length === 0, `${visible.join(', ')} visible`);
};

/** What the words of `after` ask for. A sentence may hold several of them. */
const SENTENCES: readonly (readonly [RegExp, Look])[] = [
  [
    /other tools keep answering/,
    ({ neighbourAnswers }) => failsUnless(neighbourAnswers === true, 'the neighbour does not answer'),
  ],
  [/linear memory of the sandbox never exceeds its cap/, memory],
  [/typed limit error no later than deadline/, both(rejects, limitError, inTime)],
  [/settles by error or termination, never hangs/, both(rejects, inTime)],
  [/settles by limit error or termination/, both(rejects, limitError)],
  [/settles by value, limit error or termination/, inTime],
  [
    /settles as terminated/,
    both(rejects, inTime, ({ workerLives }) => failsUnless(workerLives === false, 'its worker lives')),
  ],
  [
    /load rejects with a deadline error/,
    both(rejects, ({ error }) => failsUnless(error?.code === 'TOOL_TIMEOUT', 'no deadline error')),
  ],
  [
    /load rejects; worker survives/,
    both(rejects, ({ workerLives }) => failsUnless(workerLives === true, 'its worker had to be ended')),
  ],
  [
    /cannot swallow the stop|not catchable/,
    both(rejects, ({ value }) => failsUnless(value === undefined, 'it returned')),
  ],
  [
    /cut by deadline|times out or is aborted/,
    both(rejects, inTime, ({ error }) => failsUnless(error?.code === 'TOOL_TIMEOUT', 'no deadline error')),
  ],
  [
    /discarded and rebuilt, not reused/,
    ({ guestIsNew }) => (guestIsNew === undefined ? 'unchecked' : failsUnless(guestIsNew, 'its guest was used again')),
  ],
  [/worker survives or is replaced/, ({ guestIsNew }) => (guestIsNew === undefined ? 'unchecked' : undefined)],
  [/^worker survives$/, ({ workerLives }) => failsUnless(workerLives === true, 'its worker had to be ended')],
  [/bounded plain string/, ({ error }) => failsUnless(typeof error?.message === 'string', 'no text')],
  [/repeat calls end in a limit error/, both(rejects, limitError)],
  [/in-flight cap is enforced/, ({ seen }) => failsUnless(seen.most <= 64, `${seen.most} requests at once`)],
  [
    /^refused$/,
    ({ error }) =>
      failsUnless((error?.details?.guest as { code?: string })?.code === 'CAPABILITY_DENIED', 'not refused'),
  ],
  [
    /no further capability call/,
    ({ seen, noopAtEnd }) => failsUnless(seen.noop === noopAtEnd, 'a request after the end was honoured'),
  ],
  [
    /as of the call \(copied\)/,
    ({ seen }) => failsUnless(seen.args.at(-1) === '{"path":"/ok"}', `the host saw ${seen.args.at(-1)}`),
  ],
  [
    /later calls of the same tool get real arguments/,
    both(resultIs, ({ again }, { expectResult }) =>
      failsUnless(again === JSON.stringify(expectResult), `then ${again}`),
    ),
  ],
  [/host receives \{real:true\}, or an error|result is an empty list|every entry is "undefined"/, resultIs],
  // Whatever happened in it, the guest is not used again.
  [
    /no trap, or the sandbox is discarded/,
    ({ guestIsNew }) => failsUnless(guestIsNew === true, 'its guest was used again'),
  ],
  [/engine trap or error, never a hang/, inTime],
  [/finalisers run under the deadline/, inTime],
  [/result encoding fails/, rejects],
  [
    /plain TypeError/,
    ({ error }) => failsUnless((error?.details?.guest as { name?: string })?.name === 'TypeError', 'no TypeError'),
  ],
  [
    /not truncated at NUL/,
    ({ error }) => failsUnless(error?.message.includes('after') === true, 'the message was cut at NUL'),
  ],
  [
    /does not behave as a thenable/,
    ({ value }) => failsUnless(typeof Object(value).then !== 'function', 'it can be awaited'),
  ],
  [
    /host reads admin as undefined/,
    ({ value }) =>
      failsUnless(
        Object.assign({}, value as object as { admin?: unknown }).admin === undefined,
        'admin on a plain copy',
      ),
  ],
  [
    /Object.prototype and Array.prototype are unchanged/,
    () => failsUnless(!('admin' in {} || 'admin' in []), 'a prototype of the page was changed'),
  ],
  [
    /no further job|leftover jobs never run/,
    ({ guestIsNew }) => failsUnless(guestIsNew === true, 'its worker answers no next call'),
  ],
  [
    /no host global/,
    (evidence, program) =>
      'expectResult' in program
        ? resultIs(evidence, program)
        : failsUnless(evidence.value === 0, `${evidence.value} leaked`),
  ],
  [/host-only names are "undefined"/, hostNames],
  [
    /two sandboxes/,
    ({ values }) => failsUnless(JSON.stringify(values[0]) !== JSON.stringify(values[1]), 'the same numbers twice'),
  ],
  [
    /names no host path/,
    ({ value }) => failsUnless(!/\/\/|blob:|file:|\/[\w.-]+\//.test(String(value)), `a path: ${value}`),
  ],
];

/** What is wrong after a program by the sentences of its case, and the sentences that are not checked here. */
export function lookAfter(program: HostileCase, evidence: Evidence) {
  const problems: string[] = [];
  const unchecked: string[] = [];
  for (const sentence of program.after) {
    const looks = SENTENCES.filter(([words]) => words.test(sentence));
    const verdicts = looks.map(([, look]) => look(evidence, program));
    for (const verdict of verdicts)
      if (verdict !== undefined && verdict !== 'unchecked') problems.push(`${sentence}: ${verdict}`);
    if (looks.length === 0 || verdicts.includes('unchecked')) unchecked.push(sentence);
  }
  return { problems, unchecked };
}
