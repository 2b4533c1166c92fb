// An extension in a frame of its own. It sees nothing of the page around it but the port that the page sends.
import { connectToHost } from 'bulkhead/extension';

const remembered = [];
const list = document.querySelector('#log');
const leave = document.querySelector('#leave');

function show(text) {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()}  ${text}`;
  list.prepend(line);
}

const text = { type: 'string', description: 'The text', maxLength: 100_000 };

const TOOLS = [
  {
    name: 'count_words',
    displayName: 'Count words',
    description: 'Counts the words and characters of a text.',
    mode: 'read',
    parameters: { type: 'object', properties: { text }, required: ['text'], additionalProperties: false },
    exec: (args, _ctx, call) => {
      show(`count_words: ${args.text.length} characters`);
      call.log(`counting in ${args.text.length} characters`);
      const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(args.text)];
      return { words: words.filter(({ isWordLike }) => isWordLike).length, characters: args.text.length };
    },
  },
  {
    name: 'remember_line',
    displayName: 'Remember a line',
    description: 'Adds a line to the list that this extension keeps until its frame goes.',
    mode: 'write',
    parameters: {
      type: 'object',
      properties: { line: { type: 'string', description: 'The line', maxLength: 200 } },
      required: ['line'],
      additionalProperties: false,
    },
    exec: ({ line }) => {
      remembered.push(line);
      show(`remember_line: “${line}”`);
      return { lines: remembered.length };
    },
    simulate: ({ line }) => {
      show(`simulated remember_line: “${line}”`);
      return { wouldRemember: line, lines: remembered.length + 1 };
    },
  },
];

/** Goes on the line that the page opened: registers, then waits until it is cut. */
async function join(port) {
  const host = connectToHost(port);
  leave.onclick = () => host.disconnect();
  leave.disabled = false;
  void host.closed.then(({ code, message }) => {
    leave.disabled = true;
    show(`cut off: ${code}, ${message}`);
  });
  for (const tool of TOOLS) {
    try {
      await host.registerOrchestrationTool(tool);
      show(`registered ${tool.name}`);
    } catch (error) {
      show(`${tool.name}: ${error.code ?? error.name}`);
    }
  }
}

addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source === parent && data?.type === 'bulkhead:port' && port) void join(port);
});
