import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

const URLS = [
  ...[
    'https://example.com',
    'HTTP://EXAMPLE.com:80/a/../b?x=1#y',
    'http://user:p%40ss@host:8080/p?q#h',
    'file:///C:/a b',
  ],
  ...[
    'http://münchen.de/ä?ö#ü',
    'mailto:a@b.c',
    'data:text/plain,hi',
    'http://[::1]:3000/',
    'http://0x7f.1/',
    'http://a b',
  ],
  ...[
    '//x',
    '',
    'http://',
    'https://ex%61mple.com/',
    'http://example.com:99999',
    'javascript:alert(1)',
    'blob:https://a/b',
  ],
  ...[
    'http://a/\u0000',
    'http://a/?\ud800',
    'HTTP:\\\\back\\slash',
    ' \thttp://trim \n',
    'http://xn--/',
    'ws://h:80',
    'a:b:c',
  ],
];

test.each(URLS)('parses %j as the standard says', async (url) => {
  await expectSame(
    `const u = new URL(${JSON.stringify(url)}); return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, String(u), JSON.stringify(u)];`,
  );
});

test.each([
  ['/x?y', 'http://a/b/c'],
  ['../x', 'http://a/b/c/d'],
  ['#f', 'http://a/b?c'],
  ['?q', 'http://a/b#c'],
  ['x', 'mailto:a'],
  ['//h/p', 'https://a/'],
  ['x', 'none'],
])('resolves %j against %j', async (url, base) => {
  const both = `${JSON.stringify(url)}, ${JSON.stringify(base)}`;
  await expectSame(`return [URL.canParse(${both}), new URL(${both}).href];`);
});

test.each([
  ['protocol', 'ftp'],
  ['protocol', 'http'],
  ['host', 'b.c:90'],
  ['hostname', 'x y'],
  ['port', '0080'],
  ['port', 'x'],
  ['pathname', 'a b/../c'],
  ['search', 'a=b c'],
  ['hash', 'ä'],
  ['username', 'ü:'],
  ['password', '@'],
  ['href', 'https://new/'],
  ['href', 'bad'],
  ['origin', 'https://x'],
])('sets %s to %j', async (name, value) => {
  await expectSame(
    `const u = new URL('https://a:b@h:1/p?q=1#f'); u.searchParams.get('q'); u[${JSON.stringify(name)}] = ${JSON.stringify(value)}; return [u.href, [...u.searchParams]];`,
  );
});

test.each([
  `const p = new URLSearchParams('?a=1&b=2&a=3&c'); return [p.size, p.get('a'), p.getAll('a'), p.has('c'), p.has('a', '3'), p.get('z'), String(p)];`,
  `const p = new URLSearchParams([['a', 'b c'], ['ä', "!'()*~-._ é"]]); return String(p);`,
  `const p = new URLSearchParams({ x: 1, y: [1, 2], '\\ud800': '\\udc00' }); return [...p];`,
  `const p = new URLSearchParams('a=1&b=2'); p.append('a', 9); p.delete('b'); p.set('a', 5); p.sort(); return [String(p), [...p.keys()], [...p.values()]];`,
  `const p = new URLSearchParams('a=1&a=2&a=1'); p.delete('a', '1'); return String(p);`,
  `const p = new URLSearchParams('%ff=%zz&+=+&=x&&a'); return [...p];`,
  `return new URLSearchParams([['a']]);`,
  `return new URLSearchParams([1]);`,
  `return new URLSearchParams(Symbol('x'));`,
  `return new URLSearchParams().append('a');`,
  `const p = new URLSearchParams('b=1&a=2&b=0'); p.sort(); return String(p);`,
  `const seen = []; new URLSearchParams('a=1&b=2').forEach(function (v, k, p) { seen.push(v, k, p instanceof URLSearchParams, this.x); }, { x: 7 }); return seen;`,
  `const p = new URLSearchParams('a=1&b=2&c=3'); const seen = []; for (const [k] of p) { seen.push(k); p.delete(k); } return seen;`,
  `const u = new URL('http://h/?a=1'); u.searchParams.append('b', ' '); u.searchParams.set('a', '&'); return [u.href, u.search];`,
  `const u = new URL('http://h/?a=1'); const p = u.searchParams; u.search = '?z=%20'; return [p === u.searchParams, p.get('z'), p.has('a')];`,
  `return [URL.parse('x'), URL.parse('http://a/').href, Object.prototype.toString.call(new URL('a:b')), Object.prototype.toString.call(new URLSearchParams())];`,
  `return [URL.name, URLSearchParams.name, new URL('a:b') instanceof URL, typeof URL.prototype.toJSON, Object.keys({ ...new URL('a:b') })];`,
  `return new URL();`,
  `return URL('http://a');`,
  `return [...new URLSearchParams(new URLSearchParams('a=1&a=2'))];`,
])('%s', async (body) => {
  if (body.includes('URL.parse') && !('parse' in URL)) {
    expect(await inGuest(body)).toEqual([null, 'http://a/', '[object URL]', '[object URLSearchParams]']);
    return;
  }
  await expectSame(body);
});
