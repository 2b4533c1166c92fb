import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinnedFetch, type Resolve } from '../../worker/node/fetch.js';
import { createHost, plugin } from './host.js';

let answer: RequestListener = (_request, response) => response.end('hello');
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.headers.host} ${request.url}`);
  answer(request, response);
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const options = { redirect: 'manual' } as const;
const to = (...addresses: readonly string[]): Resolve => {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const at = (name: string, path = '/') => `http://${name}:${port}${path}`;

test('a name that means this machine, a private network or a cloud’s metadata is not connected to', async () => {
  const before = seen.length;
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '0.0.0.0']) {
    const refused = pinnedFetch([], to(address))(at('api.example'), options);
    await expect(refused).rejects.toMatchObject({ name: 'NetworkError', message: expect.stringContaining(address) });
  }
  expect(seen.length).toBe(before);
});

test('a name with one public address and one private is refused whole', async () => {
  const refused = pinnedFetch([], to('8.8.8.8', '127.0.0.1'))(at('api.example'), options);
  await expect(refused).rejects.toMatchObject({ name: 'NetworkError' });
});

test('a host that is named as private is reached, and no other by it', async () => {
  const allowed = pinnedFetch(['nas.example'], to('127.0.0.1'));
  expect(await (await allowed(at('nas.example', '/files'), options)).text()).toBe('hello');
  expect(seen.at(-1)).toBe(`nas.example:${port} /files`);
  await expect(allowed(at('other.example'), options)).rejects.toMatchObject({ name: 'NetworkError' });
});

test('a name is resolved once: what it means a moment later is not asked for (DNS rebinding)', async () => {
  let asked = 0;
  const rebinding: Resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
  };
  const response = await pinnedFetch(['nas.example'], rebinding)(at('nas.example'), options);
  expect(await response.text()).toBe('hello');
  expect(asked).toBe(1);
});

test('a redirect is answered as it is, and not followed', async () => {
  answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
  const before = seen.length;
  const { status, headers } = await pinnedFetch([])(at('127.0.0.1'), options);
  expect([status, headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest/']);
  expect(seen.length).toBe(before + 1);
});

test('a redirect that is followed is checked hop by hop, and there are at most five', async () => {
  answer = (request, response) => {
    if (request.url === '/1') response.writeHead(301, { location: '/2' }).end();
    else if (request.url === '/3') response.writeHead(302, { location: at('inside.example') }).end();
    else if (request.url === '/4') response.writeHead(302, { location: '/4' }).end();
    else response.end('followed');
  };
  const fetched = pinnedFetch(['nas.example'], to('127.0.0.1'));
  const response = await fetched(at('nas.example', '/1'));
  expect([await response.text(), response.url]).toEqual(['followed', at('nas.example', '/2')]);
  await expect(fetched(at('nas.example', '/3'))).rejects.toMatchObject({
    message: expect.stringContaining('127.0.0.1'),
  });
  await expect(fetched(at('nas.example', '/4'))).rejects.toMatchObject({ message: 'more than 5 redirects' });
});

test('bodies are decoded, cookies are not shown, and an encoding that nobody asked for is refused', async () => {
  const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  for (const [encoding, pack] of Object.entries(encodings)) {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding, 'set-cookie': 'a=b' }).end(pack('decoded'));
    const response = await pinnedFetch([])(at('localhost'), options);
    expect(await response.text()).toBe('decoded');
    expect([response.headers.get('set-cookie'), response.headers.get('content-encoding')]).toEqual([null, null]);
  }
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
  await expect(pinnedFetch([])(at('localhost'), options)).rejects.toMatchObject({ name: 'NetworkError' });
});

const fetching = (address: string, call: string) => `export const manifest = { manifest: 1, id: 'net', version: '1.0.0',
  name: { en: 'Net' }, permissions: [{ id: 'server', cap: 'net', hosts: ['${address}'], methods: ['GET'], reason: 'To ask' }] };
${plugin(`async (args, ctx) => ${call}`)}`;

async function called(call: string, limits: object = {}): Promise<unknown> {
  await using host = createHost({ limits });
  await host.plugins.install({ code: fetching(`127.0.0.1:${port}`, call) }, { enable: true, allow: 'all' });
  return (await host.tools.execute('main', {})).value;
}

test('a plugin’s redirect goes only where its permission allows, in Node as in a page', async () => {
  answer = (request, response) => {
    if (request.url === '/out') response.writeHead(302, { location: 'https://169.254.169.254/latest/' }).end();
    else if (request.url === '/in') response.writeHead(302, { location: '/end' }).end();
    else response.end('the end');
  };
  expect(await called(`(await ctx.net.fetch('${at('127.0.0.1', '/in')}')).body`)).toBe('the end');
  const refused = called(`(await ctx.net.fetch('${at('127.0.0.1', '/out')}')).body`);
  await expect(refused).rejects.toMatchObject({
    details: { guest: { message: expect.stringContaining('redirects') } },
  });
});

test('an answer that unpacks to more than the limit ends as CAPABILITY_LIMIT', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  const code = await called(
    `ctx.net.fetch('${at('127.0.0.1')}').then(({ body }) => body.length, (error) => error.code)`,
    { responseBytes: 1_000_000 },
  );
  expect(code).toBe('CAPABILITY_LIMIT');
});

test('a host without the page’s server: names that do not exist say so', async () => {
  const none: Resolve = async () => [];
  await expect(pinnedFetch([], none)(at('nowhere.example'), options)).rejects.toMatchObject({
    message: 'there is no such host',
  });
});
