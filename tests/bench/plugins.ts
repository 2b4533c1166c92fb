/** The arguments of every small call. */
export const SMALL = { n: 7 };

const tool = (name: string, exec: string): string =>
  `registerTool({ name: '${name}', description: 'bench', mode: 'read', parameters: { type: 'object' }, exec: ${exec} });`;

/** A tool of this name that answers its arguments. */
export const echoAs = (name: string): string => tool(name, '(args) => args');
export const ECHO = echoAs('echo');

/** Answers its arguments, or tells that it begins, and then stays in one native loop that the engine never leaves to ask. */
export const spinner = (name: string): string =>
  tool(
    name,
    `async (args, ctx) => {
  if (!args.spin) return args;
  await ctx.progress({ done: 1 });
  return Array.prototype.indexOf.call({ length: 2 ** 32 }, 1);
}`,
  );

/** Answers its arguments, once it has asked its host for them where `args.ask` says so. */
export const ASKER = tool('main', "async (args, ctx) => (args.ask ? await ctx.request('echo.it', args.n) : args.n)");

/** A tool `main` that answers its arguments' `n` twice, in a source of 5 KB with as many functions as such a source has. */
export const PLUGIN_5_KB: string = (() => {
  const helpers = Array.from(
    { length: 38 },
    (_, i) => `/** CallQueue a list into a table of its parts, number ${i}. */
const part${i} = (list, key = 'k${i}') => list.map((one) => ({ [key]: one })).filter(Boolean);`,
  );
  return `${helpers.join('\n')}\n${tool('main', '(args) => ({ n: args.n, again: part1([args.n], "n")[0].n })')}\n`;
})();

/** What `main` of the 5 KB plugin answers to `SMALL`. */
export const PLUGIN_5_KB_ANSWER = JSON.stringify({ n: SMALL.n, again: SMALL.n });

/** Arguments of about 100 KB as JSON: rows, as tools get and answer them. */
export const LARGE: { readonly rows: readonly object[] } = {
  rows: Array.from({ length: 1_100 }, (_, id) => ({
    id,
    name: `row number ${id}`,
    tags: ['first', 'second', 'third'],
    score: id / 7,
    on: id % 2 === 0,
  })),
};

/** A tool `main` that takes JSON text of the plugin's own apart and puts it together again, `args.times` times. */
export const jsonPlugin = (text: string): string => `const text = ${JSON.stringify(text)};
${tool('main', '({ times }) => { let out = text; for (let i = 0; i < times; i++) out = JSON.stringify(JSON.parse(out)); return out; }')}`;
