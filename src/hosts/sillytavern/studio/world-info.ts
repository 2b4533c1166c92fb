/** Fields of what the host answers about world info, in the order in which they stand in its prompts. */
const TEXTS = ['worldInfoBefore', 'worldInfoAfter'] as const;

/** World info as text for a model: what the host answers of its own, a text, or else JSON. Empty where there is nothing. */
export function worldInfoText(info: unknown): string {
  if (typeof info === 'string') return info.trim();
  if (typeof info !== 'object' || info === null) return '';
  const fields = info as { readonly [field: string]: unknown };
  const known = [...TEXTS, 'worldInfoString'].some((field) => typeof fields[field] === 'string');
  if (!known) return JSON.stringify(info);
  const texts = TEXTS.map((field) => fields[field]).filter((text) => typeof text === 'string' && text.trim() !== '');
  return texts.length > 0 ? texts.join('\n') : String(fields.worldInfoString ?? '').trim();
}
