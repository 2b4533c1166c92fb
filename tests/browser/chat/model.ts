import { openAiModel } from '../../../src/engine/index.js';

/** One reply of a scripted model; `hold` leaves a streamed one open behind its last word. */
export interface Reply {
  readonly content?: string;
  readonly tools?: readonly { readonly name: string; readonly args?: object; readonly id?: string }[];
  readonly hold?: boolean;
  readonly status?: number;
}

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** A scripted model behind real HTTP on loopback. */
export async function openServer(...replies: Reply[]) {
  const url = (await (await fetch('/model-server')).json()) as string;
  const at = (path: string) => `/model-server/${path}?url=${encodeURIComponent(url)}`;
  const play = async (...next: Reply[]) => {
    await fetch(at('play'), { method: 'POST', body: JSON.stringify(next) });
  };
  await play(...replies);
  return {
    play,
    model: { name: 'scripted-model', llm: openAiModel({ endpoint: url, model: 'scripted-model', retries: 0 }) },
    asked: async () => (await (await fetch(at('log'))).json()) as readonly Asked[],
  };
}
