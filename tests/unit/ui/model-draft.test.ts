import { expect, test } from 'vitest';
import { addressOf, draftErrors, draftOf, isHere, profileOf } from '../../../src/ui/models/model-draft.js';
import { isLoopback } from '../../../worker/protocol/own-host.js';

const server = { ...draftOf(null), endpoint: 'https://api.example.com/v1', model: 'm' };

test('a profile comes through the form as it was', () => {
  const profiles = [
    {
      kind: 'openai',
      endpoint: 'https://a.example/v1',
      model: 'm',
      tools: 'text',
      requestsPerMinute: 5,
      timeoutMs: 1_500,
    },
    { kind: 'openai', endpoint: 'http://127.0.0.1:1/v1', model: 'm', tools: 'native' },
    { kind: 'browser', tools: 'text', timeoutMs: 60_000 },
    { kind: 'recorded', tools: 'native' },
  ] as const;
  for (const profile of profiles) {
    expect(draftErrors(draftOf(profile)).size).toBe(0);
    expect(profileOf(draftOf(profile))).toEqual(profile);
  }
});

test('what cannot be right is named by its field', () => {
  expect([...draftErrors({ ...server, endpoint: 'api.example.com', model: ' ' }).keys()]).toEqual([
    'endpoint',
    'model',
  ]);
  for (const endpoint of ['', 'ftp://a.example', 'javascript:alert(1)', '/v1']) {
    expect(draftErrors({ ...server, endpoint }).get('endpoint')).toBe('model.endpointBad');
  }
  expect(draftErrors({ ...server, endpoint: 'https://me:key@a.example' }).get('endpoint')).toBe('model.endpointSecret');
  for (const rate of ['0', '-1', '1.5', 'many', '1e400']) {
    expect([...draftErrors({ ...server, rate }).keys()]).toEqual(['rate']);
  }
  for (const timeout of ['0', '-2', 'long'])
    expect([...draftErrors({ ...server, timeout }).keys()]).toEqual(['timeout']);
  expect(draftErrors({ ...server, kind: 'browser', endpoint: '', model: '' }).size).toBe(0);
});

test('this machine is told from others as the broker tells it, and only it is spoken to in plain words', () => {
  const all = [
    'localhost:1',
    '127.0.0.1',
    '[::1]:8080',
    'llm.localhost',
    '127.0.0.1.evil.example',
    'localhost.example',
    '192.168.0.2',
    '127.0.0.2',
  ];
  const here = all.filter((host) => {
    const endpoint = `http://${host}/v1`;
    const url = addressOf(endpoint);
    const is = url !== null && isHere(url);
    expect(is, host).toBe(isLoopback(host));
    expect(draftErrors({ ...server, endpoint }).get('endpoint')).toBe(is ? undefined : 'model.endpointPlain');
    return is;
  });
  expect(here).toEqual(['localhost:1', '127.0.0.1', '[::1]:8080']);
});
