import type { Ask, ChatMessage, ChatOperation, ChatService, Host, Scope } from '../../../src/index.js';

/** A chat as a page has one, kept in an array. */
export class PageChat implements ChatService {
  lines: { role: ChatMessage['role']; name?: string; text: string }[] = [
    { role: 'user', text: 'hello' },
    { role: 'assistant', name: 'Ada', text: 'good morning' },
  ];
  open: { chat: string; character?: string } | undefined = { chat: 'chat-1', character: 'ada' };

  current(): { chat: string; character?: string } | undefined {
    return this.open;
  }

  length(): number {
    return this.lines.length;
  }

  read(from: number, to: number): ChatMessage[] {
    return this.lines.slice(from, to).map((line, i) => ({ index: from + i, ...line }));
  }

  apply(changes: readonly ChatOperation[]): void {
    const lines = [...this.lines];
    for (const change of changes) {
      if (change.op === 'append') {
        const { role, name, text } = change;
        lines.push({ role, ...(name !== undefined && { name }), text });
      } else {
        const line = lines[change.index];
        if (!line) throw new Error(`no message ${change.index}`);
        if (change.op === 'remove') lines.splice(change.index, 1);
        else lines[change.index] = { ...line, text: change.text };
      }
    }
    this.lines = lines;
  }
}

/** The user in front of the page: answers each question as `decide` says; answers nothing where it says nothing. */
export function user(host: Host, decide: (ask: Ask) => Scope['kind'] | 'no' | undefined): { readonly asked: Ask[] } {
  const asked: Ask[] = [];
  host.asks.onChange(() => {
    for (const ask of host.asks.list()) {
      if (asked.some(({ id }) => id === ask.id)) continue;
      asked.push(ask);
      const answer = decide(ask);
      if (answer === undefined) continue;
      const scope = ask.scopes.find(({ kind }) => kind === answer) ?? null;
      queueMicrotask(() => host.asks.answer(ask.id, scope));
    }
  });
  return { asked };
}

/** Resolves when so many questions wait. */
export function waiting(host: Host, count: number): Promise<readonly Ask[]> {
  return new Promise((resolve) => {
    const look = () => {
      if (host.asks.list().length < count) return;
      off();
      resolve(host.asks.list());
    };
    const off = host.asks.onChange(look);
    look();
  });
}
