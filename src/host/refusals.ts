/** What a page's CSP has refused, by directive: the first URL of each. */
export type Refusals = ReadonlyMap<string, string>;

/** Notes what the page's CSP refuses from now on: by the time somebody asks, the refusal is long over. */
export function watchRefusals(): { readonly seen: Refusals; close(): void } {
  const seen = new Map<string, string>();
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (!seen.has(effectiveDirective)) seen.set(effectiveDirective, blockedURI);
  };
  document.addEventListener('securitypolicyviolation', note);
  return { seen, close: () => document.removeEventListener('securitypolicyviolation', note) };
}
