import { nothing, type TemplateResult } from 'lit';
import { displayLine } from '../../../worker/protocol/display-text.js';
import type { MemoryChange } from '../../index.js';
import { t } from '../i18n/text.js';
import { beforeAfter } from '../shared/before-after.js';

/** Code points of a title in a sentence. */
const TITLE_CHARS = 200;

/** A node as it is kept, as far as people want to see it. */
interface KeptNode {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly archived?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The sentence about one change of a chat's memory, without its subject. */
export function memoryWords(change: MemoryChange): string {
  const { before, after } = change;
  if (change.what === 'link') {
    const how = before === undefined ? 'link' : after === undefined ? 'unlink' : 'relink';
    const [from, to, relation] = [change.fromTitle, change.toTitle, change.relation].map((name) =>
      displayLine(name, TITLE_CHARS),
    ) as [string, string, string];
    return t(`effects.memory.${how}`, { from, to, relation });
  }
  const [old, now] = [read(before), read(after)];
  const title = displayLine(String((now ?? old)?.title ?? change.id), TITLE_CHARS);
  const archived = now?.archived === true && old?.archived !== true;
  const how = old === undefined ? 'add' : now === undefined ? 'remove' : archived ? 'archive' : 'edit';
  return t(`effects.memory.${how}`, { title, type: displayLine(String((now ?? old)?.type ?? '')) });
}

/** A node as it was and as it would be, field by field; a link's sentence says it all. */
export function memoryBody(change: MemoryChange): TemplateResult | typeof nothing {
  if (change.what === 'link') return nothing;
  return beforeAfter(lines(read(change.before)), lines(read(change.after)), true);
}

function read(text: string | undefined): KeptNode | undefined {
  if (text === undefined) return undefined;
  try {
    return Object(JSON.parse(text)) as KeptNode;
  } catch {
    return undefined;
  }
}

/** One line for the title, one for the type, one for each field. */
function lines(node: KeptNode | undefined): string | undefined {
  if (!node) return undefined;
  const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const fields = Object.entries(Object(node.fields) as object).map(([name, value]) => `${name}: ${said(value)}`);
  return [String(node.title ?? ''), `(${String(node.type ?? '')})`, ...fields].join('\n');
}
