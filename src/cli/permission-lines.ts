import type { PermissionView } from '../index.js';

/** What a permission comes to, as a sentence about the plugin. */
const SENTENCES: { readonly [cap in PermissionView['permission']['cap']]: string } = {
  store: 'keep its own data on this device',
  net: 'send requests',
  'chat.read': 'read the chat',
  'chat.write': 'change the chat',
  'memory.read': 'read the memory of the chat',
  'memory.write': 'change the memory of the chat',
  'tool.call': 'call tools of others',
  llm: 'ask the model',
  notify: 'show notices',
  'clipboard.write': 'copy text to the clipboard',
};

const REFUSED = { policy: 'this host forbids it', 'not-provided': 'this host has nothing of the kind' } as const;

const wordsOf = (text: unknown): string =>
  typeof text === 'string' ? text : String(Object(text).en ?? Object.values(Object(text))[0] ?? '');

/** One permission, with what narrows it and the author's reason. */
export function permissionLine({ permission, optional, refused }: PermissionView): string {
  const {
    id: _id,
    cap,
    reason,
    ...fields
  } = permission as PermissionView['permission'] & { readonly reason?: unknown };
  const narrowed = Object.entries(fields).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : JSON.stringify(value)}`,
  );
  const notes = [
    ...(narrowed.length > 0 ? [`(${narrowed.join('; ')})`] : []),
    ...(optional ? ['asked at its first use'] : []),
    ...(refused ? [REFUSED[refused]] : []),
  ];
  const why = wordsOf(reason);
  return `May it ${SENTENCES[cap]}? ${notes.join(', ')}${why === '' ? '' : ` “${why}”`}`.replace(/ +/g, ' ').trimEnd();
}
