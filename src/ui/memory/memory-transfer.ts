import type { GraphInfo, MemoryGraph } from '../../index.js';

/** Called with the progress, from 0 to 1. */
export type OnProgress = (done: number) => void;

/** UTF-16 units of the first part of a file, which decides its format. */
const LOOK_CHARS = 4_096;

/** A chat of SillyTavern begins with a line about the chat, or with a message; an export of ours with its format. */
const isChatFile = (start: string): boolean => {
  const [line = ''] = start.trimStart().split('\n', 1);
  return (
    /^\{/.test(line) && !/^\{\s*"format"/.test(line) && /"(user_name|character_name|chat_metadata|mes)"\s*:/.test(line)
  );
};

/** Puts what a file holds in the place of a graph: an export of a graph, or a chat. @throws `BAD_ARGS` naming the line. */
export async function importFile(
  graph: MemoryGraph,
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<GraphInfo> {
  const start = await file.slice(0, LOOK_CHARS).text();
  if (isChatFile(start)) return graph.importChat(await file.text(), { signal });
  return graph.import(partsOf(file, onProgress, signal), { signal });
}

async function* partsOf(file: File, onProgress: OnProgress, signal: AbortSignal): AsyncGenerator<string> {
  let read = 0;
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  signal.addEventListener('abort', () => void reader.cancel(), { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) break;
    read += value.byteLength;
    yield decoder.decode(value, { stream: true });
    onProgress(read / file.size);
  }
  yield decoder.decode();
}

/** The whole graph as a file's parts; `onProgress` is called with the number of characters so far. */
export async function exportParts(
  graph: MemoryGraph,
  format: 'json' | 'jsonl',
  onProgress: (chars: number) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let chars = 0;
  for await (const part of graph.export(format, { signal })) {
    parts.push(part);
    chars += part.length;
    onProgress(chars);
  }
  return parts;
}

/** The name of a chat as a file's name. */
export const fileName = (chat: string, format: 'json' | 'jsonl'): string =>
  `${
    chat
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[-.]+|-+$/g, '')
      .slice(0, 80) || 'memory'
  }.${format}`;
