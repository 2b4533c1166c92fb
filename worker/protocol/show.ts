/** What was given, as one short piece of a message. Never throws. */
export function show(value: unknown): string {
  try {
    const json = JSON.stringify(value) ?? typeof value;
    const text = typeof value === 'string' ? json.slice(1, -1) : json;
    return `\`${text.length > 64 ? `${text.slice(0, 64)}…` : text}\``;
  } catch {
    return `a ${typeof value}`;
  }
}
