import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';
import { answering, connect, reference, until } from './servers.js';

test('the reference server’s tools are listed, named and called from a page of another origin', async () => {
  await using host = plainHost();
  const asked = answering(host);
  const url = await reference.start();
  await using connection = await connect(host, url);
  expect(connection.state).toBe('connected');
  expect(connection.server.name).toBe('mcp-servers/everything');
  const names = host.tools.list().map(({ name }) => name);
  expect(names).toContain('far_echo');
  expect(names).toContain('far_get_sum');
  expect(host.tools.list().every(({ owner, mode }) => owner === 'mcp:far' && mode === 'write')).toBe(true);
  expect((await host.tools.execute('far_echo', { message: 'hello' })).value).toBe('Echo: hello');
  expect(asked.map(({ tool, args, sendsTo }) => [tool.name, args, sendsTo])).toEqual([
    ['far_echo', { message: 'hello' }, [new URL(url).host]],
  ]);
});

test('arguments are checked against the server’s schema before anybody is asked', async () => {
  await using host = plainHost();
  const asked = answering(host);
  await using _ = await connect(host, await reference.start());
  expect((await failure(host.tools.execute('far_get_sum', { a: 1, b: 'two' }))).code).toBe('TOOL_ARGUMENTS_INVALID');
  expect(asked).toEqual([]);
  expect((await host.tools.execute('far_get_sum', { a: 1, b: 2 })).value).toContain('3');
});

test('images, resources and structured content come as plain data', async () => {
  await using host = plainHost();
  await using _ = await connect(host, await reference.start(), { reads: () => true });
  const image = (await host.tools.execute('far_get_tiny_image')).value as { text: string; parts: { type: string }[] };
  expect(image.text).not.toBe('');
  expect(image.parts).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
  const weather = await host.tools.execute('far_get_structured_content', { location: 'New York' });
  expect(weather.value).toEqual({
    structured: { temperature: expect.any(Number), conditions: expect.any(String), humidity: expect.any(Number) },
  });
});

test('a long call tells its progress, and an abort ends it at once', async () => {
  await using host = plainHost();
  await using _ = await connect(host, await reference.start(), { reads: () => true });
  const stop = new AbortController();
  const reason = new Error('enough');
  const seen: unknown[] = [];
  const running = host.tools.execute(
    'far_trigger_long_running_operation',
    { duration: 20, steps: 100 },
    {
      signal: stop.signal,
      onProgress: (progress) => {
        seen.push(progress);
        stop.abort(reason);
      },
    },
  );
  await expect(running).rejects.toBe(reason);
  expect(seen).toMatchObject([{ done: 1, total: 100 }]);
});

test('a call that takes too long ends by the host’s time', async () => {
  await using host = plainHost();
  await using _ = await connect(host, await reference.start(), { reads: () => true });
  const call = host.tools.execute('far_trigger_long_running_operation', { duration: 20 }, { timeoutMs: 300 });
  expect((await failure(call)).code).toBe('TOOL_TIMEOUT');
});

test('after a disconnect the tools are gone, and the name is free', async () => {
  await using host = plainHost();
  const url = await reference.start();
  const connection = await connect(host, url);
  await expect(connect(host, url)).rejects.toMatchObject({ code: 'BAD_ARGS' });
  await connection.disconnect();
  expect(connection.state).toBe('disconnected');
  expect(host.tools.list()).toEqual([]);
  expect((await failure(connection.reconnect())).code).toBe('STOPPED');
  await using again = await connect(host, url);
  expect(again.tools.length).toBeGreaterThan(5);
});

test('a server that dies is lost, its tools say so, and it is connected again by itself or by hand', async () => {
  await using host = plainHost();
  const url = await reference.start();
  const limits = { retryMs: 200, connectMs: 5_000 };
  await using connection = await connect(host, url, { reads: () => true, limits });
  const before = connection.tools.map(({ name }) => name);
  await reference.stop();
  await until(connection, () => connection.state === 'lost');
  expect(connection.tools.map(({ name }) => name)).toEqual(before);
  const error = await failure(host.tools.execute('far_echo', { message: 'hello' }));
  expect(error.code).toBe('NET_FAILED');
  expect(error.message).toContain('far is not connected');
  expect(error.details.hint).toContain('Connect it again');
  await reference.start();
  await until(connection, () => connection.state === 'connected');
  expect((await host.tools.execute('far_echo', { message: 'back' })).value).toBe('Echo: back');
  await reference.stop();
  await reference.start();
  // The process is another one, so the session is unknown: it is begun anew.
  await connection.reconnect();
  expect((await host.tools.execute('far_echo', { message: 'again' })).value).toBe('Echo: again');
});
