import { dirname, relative } from 'node:path';
import { expect, test } from 'vitest';
import { circles, type Import, imports, sources, textOf } from './imports.js';
import { FLOORS, MAIN_VALUES, OTHER_ROOMS, PACKAGES, type Room } from './rooms.js';

const inside = (file: string, folder: string) => file === `${folder}.ts` || file.startsWith(`${folder}/`);

/** The room of a file of `src`: the innermost that there is. */
const roomOf = (file: string): Room | undefined =>
  FLOORS.filter(({ room }) => inside(file, `src/${room}`)).sort((a, b) => b.room.length - a.room.length)[0];
const otherRoomOf = (file: string) => OTHER_ROOMS.find(({ room }) => inside(file, room));
const floorOf = (room: Room) => FLOORS.indexOf(room);
const written = (list: readonly Import[]) => list.map(({ from, to }) => `${from} → ${to}`);
const fromMain = imports.filter(({ from }) => from.startsWith('src/'));

test('every file is in a room, and beside index.ts src has folders only', () => {
  expect(sources.length).toBeGreaterThan(800);
  expect(imports.length).toBeGreaterThan(3_000);
  expect(sources.filter((file) => !roomOf(file) && !otherRoomOf(file))).toEqual([]);
  expect(sources.filter((file) => /^src\/[^/]+$/.test(file))).toEqual(['src/index.ts']);
});

test('a room of src imports lower floors only', () => {
  const wrong = fromMain.filter(({ from, file }) => {
    const [mine, theirs] = [roomOf(from), file?.startsWith('src/') ? roomOf(file) : undefined];
    return mine && theirs && floorOf(theirs) > floorOf(mine);
  });
  expect(written(wrong)).toEqual([]);
});

test('a room is entered by its door', () => {
  expect(FLOORS.filter(({ room }) => room !== 'index' && !sources.includes(`src/${room}/index.ts`))).toEqual([]);
  const wrong = fromMain.filter(({ from, file, kind }) => {
    const [mine, theirs] = [roomOf(from), file?.startsWith('src/') ? roomOf(file) : undefined];
    if (!file || !mine || !theirs || mine === theirs || theirs.open || theirs.room === 'index') return false;
    // What is loaded on demand is a file of its own: a door would load the whole room.
    if (kind === 'lazy') return false;
    return !new RegExp(`^src/${theirs.room}/(index|internal(-[a-z]+)?)\\.ts$`).test(file);
  });
  expect(written(wrong)).toEqual([]);
});

test('a room imports only what it may of the workers, and values of the protocol only where zod is not', () => {
  const wrong = fromMain.filter(({ from, file, kind }) => {
    if (!file || file.startsWith('src/')) return false;
    if (inside(file, 'worker/primitives')) return false;
    if (!inside(file, 'worker/protocol')) {
      return ![...(roomOf(from)?.worker ?? [])].some((part) => inside(file, part));
    }
    return kind !== 'types' && !MAIN_VALUES.includes(file.slice('worker/protocol/'.length, -'.ts'.length));
  });
  expect(written(wrong)).toEqual([]);
});

test('workers and the sandbox import only the rooms they may', () => {
  const wrong = imports.filter(({ from, file }) => {
    const room = otherRoomOf(from);
    return room && file && !room.may.some((part) => inside(file, part));
  });
  expect(written(wrong)).toEqual([]);
});

test('no circle of files at run time, none of types across folders, none of folders', () => {
  const edges = (of: (one: Import) => readonly [string, string] | undefined) => {
    const map = new Map<string, Set<string>>();
    for (const one of imports) {
      const [from, to] = of(one) ?? [];
      if (from === undefined || to === undefined || from === to) continue;
      map.set(from, (map.get(from) ?? new Set()).add(to));
      if (!map.has(to)) map.set(to, new Set());
    }
    return map;
  };
  const ofFiles = edges(({ from, file, kind }) => (kind !== 'types' && file ? [from, file] : undefined));
  expect(circles(ofFiles)).toEqual([]);
  const ofTypes = edges(({ from, file }) => (file ? [from, file] : undefined));
  expect(circles(ofTypes).filter((group) => new Set(group.map(dirname)).size > 1)).toEqual([]);
  // A door shows what is in the folders below it: it stands outside.
  const folderOf = (file: string) => (/^src\/index\.ts$/.test(file) ? file : dirname(file));
  const shows = ({ from, file }: Import) =>
    /\/(index|internal(-[a-z]+)?)\.ts$/.test(from) && file?.startsWith(`${dirname(from)}/`);
  const ofFolders = edges((one) => (one.file && !shows(one) ? [folderOf(one.from), folderOf(one.file)] : undefined));
  expect(circles(ofFolders)).toEqual([]);
});

test('what belongs to one host application is in its folder, and nobody else’s', () => {
  const users = imports.filter(({ from, file }) => file?.startsWith('src/hosts/') && !from.startsWith('src/hosts/'));
  expect(written(users)).toEqual([]);
  // Names of SillyTavern's page: the orchestrator's API has the application's name in its own.
  const names =
    /SmartTheme|toastr|eventTypes\.|extensionSettings|SlashCommand|registerFunctionTool|#send_|globalThis\.SillyTavern/;
  const elsewhere = sources.filter((file) => !file.startsWith('src/hosts/sillytavern/'));
  expect(elsewhere.filter((file) => names.test(textOf(file)))).toEqual([]);
});

test('of some rooms others know the types only', () => {
  const wrong = fromMain.filter(({ from, file, kind }) => {
    const theirs = file?.startsWith('src/') ? roomOf(file)?.room : undefined;
    return kind !== 'types' && theirs !== undefined && roomOf(from)?.typesOnly?.includes(theirs);
  });
  expect(written(wrong)).toEqual([]);
});

test('every package is imported in one place', () => {
  const wrong = imports.filter(({ from, to, kind }) => {
    if (to.startsWith('.')) return false;
    const own = roomOf(from)?.packages ?? otherRoomOf(from)?.packages ?? [];
    if (!own.includes(to) && !(kind === 'types' && to === 'zod/mini')) return true;
    const place = Object.entries(PACKAGES).find(
      ([name]) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`),
    )?.[1];
    return place === undefined || !place.test(from);
  });
  expect(written(wrong)).toEqual([]);
});

test('a room touches only what it may: no network, storage or page where none belongs', () => {
  const FORBIDDEN: readonly [room: RegExp, names: RegExp][] = [
    [
      /^sandbox\/(?!guest)/,
      /\b(fetch|setTimeout|setInterval|performance|crypto|postMessage|document|window|indexedDB)\b/,
    ],
    [/^worker\/protocol\//, /\b(fetch|setTimeout|postMessage|document|window|indexedDB|performance)\s*[.(]/],
    [/^worker\/(tool|rpc|adapters)\//, /\b(fetch|XMLHttpRequest|WebSocket|importScripts)\s*\(/],
  ];
  const wrong: string[] = [];
  for (const file of sources) {
    const code = textOf(file)
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|`[^`]*`/g, "''");
    const mine: readonly [RegExp, RegExp][] = [
      ...FORBIDDEN,
      ...(roomOf(file)?.storage ? [] : [[/^src\//, /\bindexedDB\b/] as const]),
    ].map(([room, names]) => [room, names]);
    for (const [room, names] of mine) {
      const hit = room.test(file) ? code.match(names)?.[0] : undefined;
      if (hit !== undefined) wrong.push(`${file}: ${hit}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no file is longer than 300 lines, and no folder has a name that says nothing', () => {
  expect(sources.filter((file) => textOf(file).split('\n').length > 300)).toEqual([]);
  const folders = sources.flatMap((file) => relative('.', dirname(file)).split('/'));
  expect(
    folders.filter((name) => ['apps', 'packages', 'utils', 'helpers', 'common', 'manager'].includes(name)),
  ).toEqual([]);
});

test('no code that a browser runs declares with `using`: a browser without `Symbol.dispose` cannot run it', () => {
  const inBrowsers = sources.filter((file) => !/^src\/(cli|node)\//.test(file));
  const declares = /^\s*(?:await )?using \w+ =/m;
  expect(inBrowsers.filter((file) => declares.test(textOf(file)))).toEqual([]);
});
