import { isPlainObject } from '../../worker/protocol/spec.js';

type Fields = { readonly [key: string]: unknown };

/** What a server said of a call that has failed. */
export class RemoteFailure extends Error {
  override readonly name = 'McpToolError';
}

/** A server's result as plain data: a text alone, or texts, structured content and parts. @throws RemoteFailure for a failed tool. */
export function readResult(result: unknown): unknown {
  const { content, structuredContent, isError } = fields(result);
  const parts = (Array.isArray(content) ? content : []).map(fields);
  const text = parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : []))
    .join('\n');
  if (isError === true) throw new RemoteFailure(text || 'the tool has failed, and its server does not say why');
  const others = parts.filter(({ type }) => type !== 'text').map(readPart);
  if (structuredContent === undefined && others.length === 0) return text;
  return {
    // Servers repeat what is structured as a text, for clients that know nothing else.
    ...(text !== '' && !repeats(text, structuredContent) && { text }),
    ...(structuredContent !== undefined && { structured: structuredContent }),
    ...(others.length > 0 && { parts: others }),
  };
}

const fields = (value: unknown): Fields => (isPlainObject(value) ? value : {});

function readPart(part: Fields): Fields {
  const { type, data, mimeType, uri, name, description, resource } = part;
  if (type === 'image' || type === 'audio') return { type, mimeType, data };
  if (type === 'resource_link') return { type, uri, name, description, mimeType };
  if (type === 'resource') {
    const inner = fields(resource);
    return { type, uri: inner.uri, mimeType: inner.mimeType, text: inner.text, blob: inner.blob };
  }
  return { type: typeof type === 'string' ? type : 'unknown' };
}

function repeats(text: string, structured: unknown): boolean {
  if (structured === undefined) return false;
  try {
    return sorted(JSON.parse(text)) === sorted(structured);
  } catch {
    return false;
  }
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
