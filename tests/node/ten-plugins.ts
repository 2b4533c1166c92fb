import type { RehearsedWorld } from '../../src/index.js';

/** A plugin, the arguments of its tool `main`, and what its world has. */
export interface Compared {
  readonly name: string;
  readonly permissions?: string;
  readonly mode?: 'read' | 'write';
  readonly exec: string;
  readonly args?: object;
  readonly world?: RehearsedWorld;
}

const STORE = "{ id: 'kept', cap: 'store', quotaMiB: 1, reason: 'To keep' }";
const NET = "{ id: 'server', cap: 'net', hosts: ['api.example.com'], methods: ['GET', 'POST'], reason: 'To ask' }";
const CHAT = "{ id: 'chat', cap: 'chat.read', reason: 'To read' }";
const LLM = "{ id: 'model', cap: 'llm', reason: 'To write' }";
const NOTIFY = "{ id: 'notices', cap: 'notify', reason: 'To tell' }";

/** Ten plugins that use the language, the platform and each kind of effect. */
export const TEN: readonly Compared[] = [
  {
    name: 'language',
    exec: `({ text }) => ({ sorted: [...text].sort(), upper: text.toUpperCase(), matched: [...text.matchAll(/\\p{L}+/gu)].map(([word]) => word),
      big: String(2n ** 200n), float: [0.1 + 0.2, 1e21, -0, Math.hypot(3, 4), Number.MAX_VALUE], date: new Date(0).toISOString(),
      json: JSON.stringify({ a: [1, { b: null }], c: 'ü\\u2028' }), sum: new Float64Array([1, 2, 3]).reduce((a, b) => a + b) })`,
    args: { text: 'Größe und Würde 妹妹小雨 😀' },
  },
  {
    name: 'storage',
    mode: 'write',
    permissions: STORE,
    exec: `async (_, { storage }) => { const count = (await storage.get('count')) ?? 0; await storage.set('count', count + 1);
      await storage.set('list', [1, { deep: 'ü' }]); await storage.delete('old'); return [count, await storage.get('list'), await storage.get('old') ?? null]; }`,
    world: { storage: { count: 41, old: 'x' } },
  },
  {
    name: 'requests',
    mode: 'write',
    permissions: NET,
    exec: `async (_, { net }) => { const get = await net.fetch('https://api.example.com/a?b=c'); const post = await net.fetch('https://api.example.com/p', { method: 'POST', body: 'x' });
      return { get, post }; }`,
    world: {
      net: [
        { url: 'https://api.example.com/a*', body: { n: 1 }, headers: { 'x-a': 'b' } },
        { url: 'https://api.example.com/p', status: 201, body: 'made' },
      ],
    },
  },
  {
    name: 'refused requests',
    permissions: NET,
    exec: `async (_, { net }) => { try { return await net.fetch('https://other.example.com/'); } catch (error) { return [error.name, error.code, error.message]; } }`,
  },
  {
    name: 'chat',
    permissions: CHAT,
    exec: `async (_, { chat }) => chat.read({ last: 2 })`,
    world: {
      chat: [
        { role: 'user', name: 'Ann', text: 'hello' },
        { role: 'assistant', text: '你好' },
      ],
    },
  },
  {
    name: 'model and notices',
    mode: 'write',
    permissions: `${LLM}, ${NOTIFY}`,
    exec: `async (_, ctx) => { ctx.log('asking'); const answer = await ctx.llm.complete({ messages: [{ role: 'user', content: 'hi' }] }); await ctx.notify('done'); return answer; }`,
    world: { llm: 'an answer' },
  },
  {
    name: 'platform',
    exec: `async () => { const url = new URL('https://üser.example:8080/a/../b?x=1&y=%20#z'); url.searchParams.append('q', 'ü');
      const bytes = new TextEncoder().encode('Grüße 😀'); const clone = structuredClone({ m: new Map([[1, new Set(['a'])]]), d: new Date(5) });
      await new Promise((resolve) => setTimeout(resolve, 1));
      const params = new URLSearchParams('a=1&b=%C3%BC&a=3'); const form = new FormData(); form.append('f', new File(['x'], 'f.txt'));
      const body = await new Request('https://a.example/', { method: 'POST', body: params }).text();
      return [params.getAll('a'), params.toString(), body, [...form.keys()], URL.canParse('no url'), new Headers({ 'X-A': 'b' }).get('x-a'), new Event('e').type,
        await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port2.onmessage = ({ data }) => resolve(data); port1.postMessage({ a: 1n }); }).then(({ a }) => String(a)), url.href, [...bytes], new TextDecoder('utf-16le').decode(new Uint8Array([65, 0, 252, 0])), btoa('abc'), atob('YWJj'), [...clone.m.get(1)], clone.d.getTime()]; }`,
  },
  {
    name: 'cryptography and compression',
    exec: `async () => { const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const data = new TextEncoder().encode('data'); const key = await crypto.subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      const packed = new Blob(['x'.repeat(10000)]).stream().pipeThrough(new CompressionStream('gzip'));
      const text = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
      return [hex(await crypto.subtle.digest('SHA-512', data)), hex(await crypto.subtle.sign('HMAC', key, data)), text.length]; }`,
  },
  {
    name: 'log',
    exec: `(_, ctx) => { ctx.log('one', { two: [3] }); console.warn('three %s', new Map([[1, 2]])); console.table([{ a: 1, b: 'x' }]); return null; }`,
  },
  {
    name: 'errors',
    exec: `() => { class OwnError extends Error {} throw new OwnError('outer', { cause: new TypeError('inner') }); }`,
  },
];

/** The source of such a plugin. */
export const sourceOf = ({ permissions = '', mode = 'read', exec }: Compared): string =>
  `export const manifest = { manifest: 1, id: 'compared', version: '1.0.0', name: 'Compared', permissions: [${permissions}] };
registerTool({ name: 'main', description: 'A test.', mode: '${mode}', parameters: { type: 'object' }, exec: ${exec} });`;
