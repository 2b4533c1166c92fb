/** URLs that the page's CSP has refused: the first one of each directive. */
export type Refusals = ReadonlyMap<string, string>;

/** Records refusals of the page's CSP from now on, because the browser keeps no list of them. */
export function watchRefusals(): { readonly seen: Refusals; close(): void } {
  const seen = new Map<string, string>();
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (!seen.has(effectiveDirective)) seen.set(effectiveDirective, blockedURI);
  };
  globalThis.document?.addEventListener('securitypolicyviolation', note);
  return { seen, close: () => globalThis.document?.removeEventListener('securitypolicyviolation', note) };
}
