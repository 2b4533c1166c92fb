const KEPT = 'bulkhead.drafts';

function readDrafts(): Readonly<Record<string, string>> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}'));
  } catch {
    return {};
  }
}

/** What has been begun in a session, as long as the tab is there. */
export const readDraft = (session: string): string => readDrafts()[session] ?? '';

/** Keeps what has been begun; empty forgets it. */
export function writeDraft(session: string, draft: string): void {
  const { [session]: _, ...others } = readDrafts();
  const drafts = draft === '' ? others : { ...others, [session]: draft };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(drafts));
  } catch {
    // A page without storage keeps it as long as it shows the session.
  }
}

/** Keeps what was said as a draft of its session, unless another has been begun there. */
export function keepDraft(session: string, text: string): void {
  if (readDraft(session) === '') writeDraft(session, text);
}
