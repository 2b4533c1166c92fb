interface Policy {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
}
type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** Our policy where the page requires Trusted Types. A CSP that lists policies must list `bulkhead`. */
let policy: Policy | undefined;

function trusted(): Policy {
  const same: Policy = { createScriptURL: (url) => url, createHTML: (html) => html };
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  try {
    policy ??= factory ? factory.createPolicy('bulkhead', same) : same;
  } catch {
    // Not allowed by the page: the plain text then meets the page's own rule.
    policy = same;
  }
  return policy;
}

/** A script URL as this page wants it. Only for the URLs of our own assets. */
export const scriptUrl = (url: string): string => trusted().createScriptURL(url);

/** A document text as this page wants it. Only for our own frame. */
export const documentHtml = (html: string): string => trusted().createHTML(html);
