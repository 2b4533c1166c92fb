import { createServer } from 'node:http';

const json = (response, value, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};

async function body(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text || '{}');
}

/** A tool call as the model's API writes it. `args` as text, for what is no JSON. */
const toolCall = ({ id, name, args = {} }, index) => ({
  index,
  id: id ?? `call_${index + 1}`,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});

/** Hangs up in the middle of what was written so far. */
function cutOff(response, text) {
  if (text) response.write(text);
  // What was written goes out before the end does.
  response.socket?.end();
}

function whole(response, { content = '', tools, status = 200, hold, cut, body }) {
  if (hold) return;
  if (body !== undefined) return response.writeHead(status, { 'content-type': 'text/html' }).end(body);
  if (status !== 200) return json(response, { error: { message: 'scripted failure' } }, status);
  const message = { role: 'assistant', content, ...(tools && { tool_calls: tools.map(toolCall) }) };
  const choice = { index: 0, message, finish_reason: tools ? 'tool_calls' : 'stop' };
  const answer = { id: 'scripted', object: 'chat.completion', choices: [choice] };
  if (!cut) return json(response, answer);
  const text = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  return cutOff(response, text.slice(0, -40));
}

/**
 * Sends the reply word by word, `gap` milliseconds apart. `hold` keeps the stream open after the words until the other side hangs
 * up; `cut` hangs up after them, or after half of a call.
 */
async function stream(response, { content = '', tools, hold, cut, gap = 0 }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta, finish_reason = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'scripted', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  send({ role: 'assistant', content: '' });
  for (const word of content.match(/\S+\s*/g) ?? []) {
    send({ content: word });
    if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap));
  }
  if (hold) return;
  if (cut) {
    const [first] = (tools ?? []).map(toolCall);
    if (first) send({ tool_calls: [{ ...first, function: { ...first.function, arguments: '{"a": ' } }] });
    return cutOff(response);
  }
  if (tools) send({ tool_calls: tools.map(toolCall) });
  send({}, tools ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}

/** What is answered behind the end of a script. */
const isOver = () => ({ content: '(the script is over)' });

/**
 * A server with the API of a chat model that answers what it was told to: each request takes the next reply of the script.
 * `{ content, tools: [{ name, args, id }], status, hold, cut, gap, wait, body }`; one that is held and is no stream never comes. `wait`
 * is the time before its answer begins, in milliseconds; `body` is a page in place of an answer.
 */
export async function startModel() {
  const requests = [];
  const waiting = [];
  const leaving = [];
  let left = 0;
  let script = [];
  let always = isOver;
  const server = createServer(async (request, response) => {
    // Pages ask it too.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.url?.endsWith('/models')) return json(response, { data: [{ id: 'scripted-model', object: 'model' }] });
    if (!request.url?.endsWith('/chat/completions')) return json(response, { error: 'unknown' }, 404);
    const asked = await body(request);
    requests.push(asked);
    response.once('close', () => {
      if (response.writableFinished) return;
      left += 1;
      for (const wake of leaving.splice(0)) wake();
    });
    for (const wake of waiting.splice(0)) wake();
    const reply = script.shift() ?? always(requests.length);
    const isStream = asked.stream && !reply.status && reply.body === undefined;
    const answer = () => (isStream ? stream(response, reply) : whole(response, reply));
    if (!reply.wait) return answer();
    const due = setTimeout(answer, reply.wait);
    response.once('close', () => clearTimeout(due));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    /** Forgets what was asked, and answers from now on with these replies, then with a line that says so. */
    play(...replies) {
      requests.length = 0;
      left = 0;
      script = replies;
      always = isOver;
    },
    /** Forgets what was asked, and answers each request with what a function returns for its number, from 1. */
    behave(reply) {
      requests.length = 0;
      left = 0;
      script = [];
      always = reply;
    },
    /** Resolves with the bodies of the requests once there are so many. */
    async asked(count) {
      while (requests.length < count) await new Promise((resolve) => waiting.push(resolve));
      return requests;
    },
    /** Resolves once so many requests were hung up on before they were answered. */
    async hungUp(count = 1) {
      while (left < count) await new Promise((resolve) => leaving.push(resolve));
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
