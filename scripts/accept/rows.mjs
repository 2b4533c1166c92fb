// What `npm run accept` shows: one row per line that must hold, with what shows it.

/** Clones the committed state, and runs `npm start` and `npm test` there. */
export const FRESH_CLONE = 'fresh clone';

/** Test files, or folders of them, of a Vitest project. Every file runs once, however many rows name it. */
const vitest = (project, ...files) => ({ project, files });
/** All files of some Vitest projects. */
const everything = (...projects) => projects.map((project) => vitest(project, ''));
/** Folders of recorded cases. */
const vectors = (...folders) =>
  folders.map((folder) => `node scripts/conformance.mjs tests/conformance/vectors/${folder}`);

/** Rows: what holds, and then the test files and commands that show it. */
export const ROWS = [
  ['1.1 npm start, then npm test, in a fresh clone', FRESH_CLONE],
  ['1.2 hostile programs, restored and fresh', vectors('hostile')],
  ['1.3 native code in the realm reaches nothing', vitest('browser', 'tests/hostile/realm.test.ts')],
  ['1.4 seven CSPs × two frames', vitest('e2e', 'tests/e2e/walls.test.ts')],
  [
    '1.5 stopAll, CPU, lost frames',
    vitest('browser', 'tests/browser/stop.test.ts', 'tests/browser/frame-loss.test.ts'),
    vitest('e2e', 'tests/e2e/ends.test.ts'),
  ],
  ['1.6 abort with the caller’s reason', vitest('browser', 'tests/browser/abort.test.ts')],
  ['1.7 sizes', 'node scripts/build.mjs --no-types'],
  ['1.8 the workbench', vitest('e2e', 'tests/e2e/workbench.test.ts')],
  ['1   bad input', vitest('browser', 'tests/browser/bad-input.test.ts', 'tests/browser/broker.test.ts')],
  ['2.2 orchestrator vectors, three kinds of tools', vectors('orchestrator', 'orchestrator-own')],
  [
    '2.3 cases R, E, S, C, L, K, B by their ids',
    vitest('unit', 'tests/house/contract.test.ts'),
    vitest('browser', 'tests/browser/orchestrator'),
  ],
  ['2.4 extensions of page, worker and frame', vitest('e2e', 'tests/e2e/extensions.test.ts')],
  ['2   hostile and honest ports', vitest('browser', 'tests/hostile/peer.test.ts', 'tests/browser/extension.test.ts')],
  ['2.5 ten thousand dispatches, aborts and deaths', vitest('browser', 'tests/soak/registry.test.ts')],
  ['2   the tool palette', vitest('e2e', 'tests/e2e/palette.test.ts')],
  [
    '3.2 consent rules by their numbers; denied capabilities',
    vitest('unit', 'tests/house/contract.test.ts'),
    vitest('browser', 'tests/browser/permissions', 'tests/hostile/capabilities.test.ts'),
  ],
  [
    '3.3 exfiltration: hosts, redirects, secrets, ports',
    vitest(
      'browser',
      'tests/browser/broker-net.test.ts',
      'tests/browser/broker-secrets.test.ts',
      'tests/browser/broker-host-fetch.test.ts',
      'tests/hostile/capabilities.test.ts',
    ),
  ],
  [
    '3.4 simulate, then commit, equals execute',
    vitest('browser', 'tests/browser/permissions/simulation.test.ts', 'tests/browser/broker-simulation.test.ts'),
  ],
  [
    '3.5 no acknowledged batch lost, torn or doubled',
    vitest('e2e', 'tests/e2e/durability.test.ts'),
    vitest('browser', 'tests/browser/broker-mirror.test.ts'),
  ],
  ['3.6 consent by keyboard', vitest('e2e', 'tests/e2e/consent.test.ts', 'tests/e2e/consent-ui.test.ts')],
  [
    '3   manifest, packages, plugins, the log',
    vitest('unit', 'tests/unit'),
    vitest(
      'browser',
      'tests/browser/broker-packages.test.ts',
      'tests/browser/broker-plugins.test.ts',
      'tests/browser/broker-audit.test.ts',
      'tests/browser/samples.test.ts',
    ),
  ],
  [
    '4.1 images: layout, restore, reset, pieces; the pool',
    vitest('unit', 'tests/unit/sandbox', 'tests/unit/tool'),
    vitest('browser', 'tests/browser/pool.test.ts'),
  ],
  [
    '4   aborts by flag, watch, connections',
    vitest('browser', 'tests/browser/abort.test.ts', 'tests/browser/watch.test.ts', 'tests/browser/connection.test.ts'),
  ],
  ['4.2 thirty plugins, aborts, crashes, lost frames', vitest('browser', 'tests/soak/pool.test.ts')],
  ['4.3 the benches, answers equal', 'node scripts/bench.mjs --quick'],
  [
    '5.1 in a real SillyTavern: it starts, walls stand, keys, themes',
    vitest('sillytavern', 'tests/sillytavern/start.test.ts', 'tests/sillytavern/front.test.ts'),
  ],
  ['5.2 the model calls a stranger’s tool; stop, ask', vitest('sillytavern', 'tests/sillytavern/native.test.ts')],
  ['5.3 other extensions, before and after ours', vitest('sillytavern', 'tests/sillytavern/extensions.test.ts')],
  [
    '5.4 a hostile tool in SillyTavern',
    vitest(
      'sillytavern',
      'tests/sillytavern/hostile.test.ts',
      'tests/sillytavern/attacks.test.ts',
      'tests/sillytavern/markup.test.ts',
    ),
  ],
  [
    '5.5 reload, restart, uninstall',
    vitest('sillytavern', 'tests/sillytavern/keeping.test.ts'),
    vitest('browser', 'tests/browser/erase.test.ts'),
  ],
  [
    '5   drawer, bar of questions, adapter',
    vitest('e2e', 'tests/e2e/drawer.test.ts', 'tests/e2e/drawer-looks.test.ts'),
    vitest('unit', 'tests/unit/sillytavern'),
  ],
  [
    '6.1 written calls: recorded cases, whole and in pieces',
    vectors('text-calls'),
    vitest('unit', 'tests/unit/text-calls/vectors.test.ts', 'tests/unit/text-calls/bracket-call.test.ts'),
  ],
  ['6.2 fuzz: no throw, no hang, no gap, whatever the pieces', vitest('unit', 'tests/unit/text-calls/fuzz.test.ts')],
  [
    '6.3 the closed loop over HTTP, and in SillyTavern',
    vitest('browser', 'tests/browser/text-calls'),
    vitest('sillytavern', 'tests/sillytavern/text-calls'),
  ],
  ['6.4 every prompt reads back', vitest('unit', 'tests/unit/text-calls/prompt.test.ts')],
  [
    '6.5 ten defects of older readers',
    vitest('unit', 'tests/house/contract.test.ts', 'tests/unit/text-calls/defects.test.ts', 'tests/unit/skills'),
    vitest('browser', 'tests/browser/text-calls/defects.test.ts'),
    vitest('sillytavern', 'tests/sillytavern/text-calls'),
  ],
  [
    '6   inspector, skills, calls in the stream',
    vitest('e2e', 'tests/e2e/skills', 'tests/e2e/inspector', 'tests/e2e/text-stream'),
  ],
  [
    '7.1 memory: recorded cases, and any case as the naive version answers it',
    vectors('memory-graph'),
    vitest('unit', 'tests/unit/memory'),
  ],
  [
    '7.2 workers, tabs and browsers that die; two tabs; faults of the browser',
    vitest(
      'browser',
      'tests/browser/memory/ended.test.ts',
      'tests/browser/memory/writers.test.ts',
      'tests/browser/memory/log.test.ts',
      'tests/browser/memory/copy.test.ts',
    ),
    vitest('e2e', 'tests/e2e/memory-log.test.ts', 'tests/e2e/memory-host.test.ts'),
  ],
  [
    '7.3 bad input to a memory',
    vitest('unit', 'tests/unit/memory/bad-input.test.ts'),
    vitest('browser', 'tests/browser/memory/bad-input.test.ts'),
  ],
  ['7.4 the memory follows a chat of SillyTavern', vitest('sillytavern', 'tests/sillytavern/memory')],
  ['7.5 the worked examples', vitest('unit', 'tests/unit/memory/tools'), vitest('browser', 'tests/browser/memory')],
  ['7   the memory page', vitest('e2e', 'tests/e2e/memory.test.ts')],
  [
    '7   guests and a chat’s memory',
    vitest('browser', 'tests/browser/permissions/memory.test.ts', 'tests/hostile/memory.test.ts'),
  ],
  ['8.1 the engine’s recorded cases, and those of the modes', vectors('stello', 'orchestrator')],
  [
    '8.2 weak points, the twelve programs, sessions, what tools answer',
    vitest('unit', 'tests/unit/engine'),
    vitest('browser', 'tests/browser/engine', 'tests/browser/samples-engine.test.ts'),
  ],
  [
    '8.3 models over real HTTP: calls, errors, cuts, malformed streams, stops in every phase; the key',
    vitest('unit', 'tests/unit/engine/openai.test.ts', 'tests/unit/engine/openai-wire.test.ts', 'tests/unit/models'),
    vitest('browser', 'tests/browser/models', 'tests/hostile/models.test.ts'),
  ],
  [
    '8.4 MCP: the reference server and hostile ones; a registry as a server; WebMCP',
    vitest('browser', 'tests/browser/mcp', 'tests/browser/permissions/page-tools.test.ts'),
    vitest('e2e', 'tests/e2e/mcp.test.ts', 'tests/e2e/mcp-ui.test.ts'),
  ],
  [
    '8.5 the four modes over a guest and a tool of the page, traces as recorded; loop and director in SillyTavern',
    vitest('browser', 'tests/browser/modes'),
    vitest('sillytavern', 'tests/sillytavern/modes', 'tests/sillytavern/director'),
  ],
  [
    '8.6 cases M and N by their ids',
    vitest('unit', 'tests/house/contract.test.ts', 'tests/unit/engine/modes', 'tests/unit/engine/runs'),
  ],
  [
    '8   the chat: first start, 5,000 messages, its elements, hostile Markdown, the run panel',
    vitest('browser', 'tests/browser/chat', 'tests/browser/ui'),
    vitest('e2e', 'tests/e2e/chat', 'tests/e2e/run-panel.test.ts'),
  ],
  ['9.1 the studio’s recorded cases, and all others of the orchestrator', vectors('orchestrator')],
  [
    '9.2 proposed, a hunk rejected, the rest approved, continued, rolled back, reloaded; stops and closes in every phase; two tabs',
    vitest('e2e', 'tests/e2e/studio.test.ts', 'tests/e2e/studio-shell.test.ts'),
    vitest('browser', 'tests/browser/studio/history'),
  ],
  [
    '9.3 two megabytes, 500 changes: no task over 50 ms, the first change within 3 × that of ten',
    vitest('e2e', 'tests/e2e/studio-size.test.ts', 'tests/e2e/studio-review.test.ts'),
    vitest('browser', 'tests/browser/studio/diffs.test.ts'),
  ],
  [
    '9.4 hostile adapters, answers and histories do nothing',
    vitest('e2e', 'tests/e2e/studio-hostile.test.ts', 'tests/e2e/studio-line-diffs.test.ts'),
    vitest('unit', 'tests/unit/studio/poisoned', 'tests/unit/studio/hostile', 'tests/unit/ui/unseen'),
  ],
  [
    '9.5 plugin studio: from an empty page to a working tool; a hostile proposal is contained',
    vitest('browser', 'tests/browser/studio/plugin.test.ts', 'tests/browser/rehearsal'),
    vitest('e2e', 'tests/e2e/studio-plugin.test.ts', 'tests/e2e/code-editor.test.ts'),
  ],
  [
    '9.6 in SillyTavern: a setting edited by a studio, approved, saved',
    vitest('sillytavern', 'tests/sillytavern/studio'),
  ],
  [
    '9.7 cases A, H, D, V, X, I and U by their ids',
    vitest('unit', 'tests/house/contract.test.ts', 'tests/unit/studio'),
    vitest('browser', 'tests/browser/studio', 'tests/browser/samples-studio.test.ts'),
  ],
  [
    '9   the studio’s place and looks, the editors of memory and modes, the built package',
    vitest('e2e', ...['bench', 'place', 'looks', 'editors', 'built'].map((part) => `tests/e2e/studio-${part}.test.ts`)),
  ],
  [
    '10.A1–A4 what a permission may do has one source; skipping, sheets, the open chat',
    vitest('unit', 'tests/house/capabilities.test.ts', 'tests/unit/permissions'),
    vitest(
      'browser',
      'tests/browser/permissions',
      'tests/browser/ui/consent-facts.test.ts',
      'tests/browser/broker-plugins.test.ts',
    ),
  ],
  [
    '10.A5–A7 words of strangers, long texts, large imports',
    vitest('unit', 'tests/house/strangers.test.ts', 'tests/unit/protocol', 'tests/unit/memory/marks.test.ts'),
    vitest('browser', 'tests/browser/ui', 'tests/browser/orchestrator/imports.test.ts'),
  ],
  [
    '10.A8–A9 calls that were read elsewhere; what a chat’s file may do',
    vitest('unit', 'tests/unit/text-calls', 'tests/unit/sillytavern'),
    vitest('browser', 'tests/browser/text-calls'),
    vitest('e2e', 'tests/e2e/quotation-ui.test.ts'),
    vitest('sillytavern', 'tests/sillytavern/quotations.test.ts'),
  ],
  [
    '10.A10 bounds of schemas, the model, notices and names; masks',
    vitest('unit', 'tests/unit/rpc', 'tests/unit/broker', 'tests/unit/permissions'),
    vitest(
      'browser',
      'tests/browser/mcp/schemas.test.ts',
      'tests/browser/modes/strangers.test.ts',
      'tests/browser/permissions/bounds.test.ts',
      'tests/hostile/peer.test.ts',
    ),
  ],
  [
    '10.B  a fresh application built by Vite; batches; modes and the drawer of SillyTavern',
    vitest('e2e', 'tests/e2e/vite-app.test.ts'),
    vitest(
      'browser',
      'tests/browser/log-store-commit.test.ts',
      'tests/browser/modes',
      'tests/browser/studio/plugin.test.ts',
    ),
    vitest(
      'sillytavern',
      'tests/sillytavern/director.test.ts',
      'tests/sillytavern/modes',
      'tests/sillytavern/memory-drawer.test.ts',
      'tests/sillytavern/front.test.ts',
      'tests/sillytavern/text-calls-user.test.ts',
      'tests/sillytavern/studio-drawer.test.ts',
    ),
  ],
  [
    '10.C  promises of guests, formats, levels, front matter',
    vitest(
      'unit',
      'tests/unit/sandbox/promises.test.ts',
      'tests/unit/text-calls/shown.test.ts',
      'tests/unit/memory/level.test.ts',
      'tests/unit/engine/edges.test.ts',
    ),
    vitest('browser', 'tests/browser/engine/front-matter.test.ts'),
  ],
  ['10.D1–D3 the conformance runner', vitest('unit', 'tests/unit/conformance')],
  ['10.D5 every change of the table is noticed by its test', 'node scripts/mutants.mjs'],
  ['10.E  everything that npm test leaves out', everything('unit', 'browser', 'e2e', 'sillytavern')],
  ['11.1 profiles that earlier builds have written open as they were', vitest('e2e', 'tests/e2e/old-profiles.test.ts')],
  ['11.2 sizes by feature', 'node scripts/build.mjs --no-types'],
  ['11.3 rooms, floors, doors, circles, words, the map', vitest('unit', 'tests/house')],
  [
    '11.4 one capability, one descriptor; the clipboard',
    vitest('unit', 'tests/house/made-up-capability.test.ts'),
    vitest('browser', 'tests/browser/permissions/clipboard.test.ts'),
    vitest('e2e', 'tests/e2e/consent.test.ts'),
  ],
  [
    '12.1 applications of every bundler, from the packed package',
    vitest('bundlers', 'tests/bundlers/bundlers.test.ts'),
  ],
  [
    '12.2 types, exports, publishing and size of the packed package; what its front door names',
    vitest('bundlers', 'tests/bundlers/package.test.ts', 'tests/bundlers/front-door.test.ts'),
    vitest('unit', 'tests/house/doc-examples.test.ts', 'tests/house/documents.test.ts'),
  ],
  [
    '12.3 sixty-three mistakes, and what is said; denials; the report',
    vitest('browser', 'tests/browser/mistakes', 'tests/browser/ui/report.test.ts'),
  ],
  [
    '12.4 quickstarts, from the packed package; one host after a hot reload; the examples',
    vitest('bundlers', 'tests/bundlers/quickstarts.test.ts'),
    vitest('unit', 'tests/house/quickstart.test.ts', 'tests/house/examples.test.ts'),
    vitest('e2e', 'tests/e2e/demo.test.ts'),
  ],
  ['12.4 from an empty folder to a running tool in five minutes', 'node scripts/first-five-minutes.mjs'],
  [
    '12.6 one-file backup and restore; the browser asked to keep the data',
    vitest('unit', 'tests/unit/backup'),
    vitest('browser', 'tests/browser/backup.test.ts'),
    vitest('e2e', 'tests/e2e/backup.test.ts', 'tests/e2e/backup-ui.test.ts'),
  ],
  [
    '11.5 one suite for every storage; a storage of the page’s own',
    vitest('unit', 'tests/unit/storage'),
    vitest('browser', 'tests/browser/storage'),
  ],
  [
    '13.7 types of the guest’s world: what a guest has and no other; samples of documents and examples',
    vitest('unit', 'tests/house/guest-types.test.ts', 'tests/house/guest-samples.test.ts'),
    vitest('bundlers', 'tests/bundlers/plugin-types.test.ts'),
  ],
  [
    '13.7 the starter, from the packed package to an answer in a guest',
    vitest('bundlers', 'tests/bundlers/starter.test.ts'),
  ],
  [
    '13.1 the minimum common web API inside the guest; what each part costs; hostile programs for it',
    vitest('unit', 'tests/unit/platform'),
    vitest('browser', 'tests/browser/permissions/fetch.test.ts'),
    'node scripts/conformance.mjs tests/conformance/vectors/hostile/platform.json',
  ],
  [
    '13.1 sixty packages from npm run in guests as in Node, or say why not; room for deep calls and 1.4 MB',
    vitest('guests', 'tests/guests'),
    vitest('unit', 'tests/house/guests.test.ts'),
  ],
  [
    '14.1 check, run, test and pack on every example, on plugins with npm packages and on faulty files; equal bytes',
    vitest('node', 'tests/node/cli.test.ts', 'tests/node/cli-examples.test.ts', 'tests/node/cli-zip.test.ts'),
  ],
  ['14.2 ten plugins: the same bytes in Chromium and in Node', vitest('node', 'tests/node/same.test.ts')],
  [
    '14.3 hostile programs in Node, 200 killed writers, addresses, redirects, zip files',
    vitest('node', 'tests/node/hostile.test.ts', 'tests/node/folder-kills.test.ts', 'tests/node/folder-suite.test.ts'),
    vitest('node', 'tests/node/network.test.ts', 'tests/node/addresses.test.ts', 'tests/node/confined.test.ts'),
    vitest('unit', 'tests/unit/broker/package-zip.test.ts'),
    vitest('node', 'tests/browser/'),
  ],
  ['14.5 a plugin of `bulkhead dev` is reloaded in an open page', vitest('e2e', 'tests/e2e/reload.test.ts')],
  ['14.4 a cold run of dice against a bare worker', 'npm run examples && node scripts/cold-run.mjs'],
  [
    '15.1 recalls: what they find, dates, word vectors, hostile texts',
    vitest(
      'unit',
      'tests/unit/memory/recall.test.ts',
      'tests/unit/memory/dates.test.ts',
      'tests/unit/memory/vectors',
      'tests/unit/memory/search',
    ),
    vitest('browser', 'tests/browser/memory/recall.test.ts'),
  ],
  [
    '15.2 what is said is remembered, with swipes, edits, branches and other devices',
    vitest('unit', 'tests/unit/memory/remember.test.ts'),
    vitest('browser', 'tests/browser/memory/remember.test.ts', 'tests/browser/chat/memory.test.ts'),
  ],
  [
    '15.3 a model writes a memory',
    vitest('unit', 'tests/unit/memory/extraction'),
    vitest('browser', 'tests/browser/memory/extraction.test.ts', 'tests/browser/memory/session.test.ts'),
  ],
  [
    '15.4 five facts of 300 messages in SillyTavern',
    vitest('sillytavern', 'tests/sillytavern/memory-remember.test.ts'),
  ],
  ['15.5 quality of recalls on the sets that were not looked at', 'npm run bench -- recall --held'],
  [
    '16.1 guidance and agents: seen, skipped, dropped, with the tools of a list',
    vitest('sillytavern', 'tests/sillytavern/modes.test.ts', 'tests/sillytavern/modes-drawer.test.ts'),
  ],
  [
    '16.2 a memory costs a quarter of a chat’s file at most, and branches keep it',
    vitest('unit', 'tests/unit/memory/mirror-text.test.ts', 'tests/unit/memory/mirror-any.test.ts'),
    vitest('sillytavern', 'tests/sillytavern/memory-size.test.ts', 'tests/sillytavern/memory-branches.test.ts'),
  ],
  [
    '16.3 calls by text: every format, folded results, other formats named',
    vitest('unit', 'tests/unit/text-calls/known-dialect.test.ts'),
    vitest('sillytavern', 'tests/sillytavern/text-calls-formats.test.ts'),
  ],
  [
    '16.4 the drawer beside the chat, with tabs',
    vitest('sillytavern', 'tests/sillytavern/drawer-place.test.ts'),
    vitest('e2e', 'tests/e2e/drawer.test.ts', 'tests/e2e/drawer-looks.test.ts'),
  ],
  [
    '16 SillyTavern starts in 1.05 × the time without the extension',
    'BULKHEAD_START_BOUND=1.05 npx vitest run --project sillytavern tests/sillytavern/start.test.ts',
  ],
  [
    '16.5 a first call does not fail for a slow machine',
    vitest('browser', 'tests/browser/watch.test.ts'),
    vitest('sillytavern', 'tests/sillytavern/first-call.test.ts'),
  ],
  ['16.6 words: plurals, lengths, one name for one thing', vitest('unit', 'tests/unit/ui/text-forms.test.ts')],
  [
    '16.7 22 bad models through native and text calls and four modes',
    'BULKHEAD_BAD_MODELS=all BULKHEAD_STALL_S=60 npx vitest run --project sillytavern tests/sillytavern/bad-models-calls.test.ts tests/sillytavern/bad-models-modes.test.ts',
  ],
];
