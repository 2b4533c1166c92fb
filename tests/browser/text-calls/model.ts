import type { ChatMessage } from '../../../src/text-calls/index.js';

/** One reply of a scripted model; `hold` leaves a streamed one open behind its last word. */
export interface Reply {
  readonly content: string;
  readonly hold?: boolean;
  readonly status?: number;
}

/** A scripted model behind real HTTP, with the API that most servers have. */
export async function openModel(stream: boolean) {
  const url = (await (await fetch('/model-server')).json()) as string;
  const at = (path: string) => `/model-server/${path}?url=${encodeURIComponent(url)}`;
  return {
    play: async (...replies: Reply[]) => {
      await fetch(at('play'), { method: 'POST', body: JSON.stringify(replies) });
    },
    /** The messages of each request. */
    asked: async (): Promise<readonly (readonly ChatMessage[])[]> => {
      const requests = (await (await fetch(at('log'))).json()) as { readonly messages: readonly ChatMessage[] }[];
      return requests.map(({ messages }) => messages);
    },
    generate: async (messages: readonly ChatMessage[], { signal }: { readonly signal: AbortSignal }) => {
      const body = JSON.stringify({ model: 'scripted-model', messages, stream });
      const response = await fetch(`${url}/chat/completions`, { method: 'POST', body, signal });
      if (!response.ok) throw new Error(`the model answered ${response.status}`);
      if (stream && response.body) return deltas(response.body);
      return (await response.json()).choices[0].message.content as string;
    },
  };
}

/** The pieces of a streamed answer. */
async function* deltas(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const lines = text.split('\n\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const data = line.replace(/^data: /, '');
        if (data === '[DONE]') return;
        const content = JSON.parse(data).choices[0].delta.content;
        if (typeof content === 'string') yield content;
      }
    }
  } finally {
    await reader.cancel();
  }
}
