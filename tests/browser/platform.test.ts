import { expect, test } from 'vitest';
import { plugin, testHost } from './setup.js';

/** What a tool answers in a real worker, behind all walls. */
async function answer(body: string): Promise<unknown> {
  await using host = testHost();
  await host.plugins.install({ code: plugin(body) });
  return (await host.tools.execute('main', {})).value;
}

test('text, URLs, random numbers and digests come from the browser', async () => {
  const body = `const hex = (b) => [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, '0')).join('');
return [new URL('../b?q=ä', 'https://bücher.example/a/c').href, new TextDecoder('utf-16le').decode(new Uint8Array([65, 0])),
  btoa('hi'), hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'))).slice(0, 8), crypto.randomUUID().length];`;
  expect(await answer(body)).toEqual(['https://xn--bcher-kva.example/b?q=%C3%A4', 'A', 'aGk=', 'ba7816bf', 36]);
});

test('a URL pattern matches as in the page', async () => {
  const body = `const p = new URLPattern({ pathname: '/books/:id(\\\\d+)/:rest?' });
return [p.test('https://a/books/12'), p.exec('https://a/books/12').pathname.groups, p.test('https://a/books/x'), p.pathname, p.hasRegExpGroups];`;
  expect(await answer(body)).toEqual([true, { id: '12' }, false, '/books/:id(\\d+)/:rest?', true]);
});

test('timers run while a call is open, also one that is set while the plugin loads', async () => {
  await using host = testHost();
  const code = `const early = await new Promise((done) => setTimeout(done, 5, 'early'));
${plugin(`return [early, await new Promise((done) => setTimeout(done, 5, 'late'))]`)}`;
  await host.plugins.install({ code });
  expect((await host.tools.execute('main', {})).value).toEqual(['early', 'late']);
  expect((await host.tools.execute('main', {})).value).toEqual(['early', 'late']);
});

test('a signal aborts in time', async () => {
  const body = `try { await new Promise((_, fail) => AbortSignal.timeout(5).addEventListener('abort', (e) => fail(e.target.reason))); }
catch (error) { return [error.name, error instanceof DOMException]; }`;
  expect(await answer(body)).toEqual(['TimeoutError', true]);
});
