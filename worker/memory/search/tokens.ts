export type Cjk = 'bigram' | 'run';
export function tokenize(text: string, cjk: Cjk): string[] {
  const t = text.toLowerCase();
  if (cjk === 'run') return (t.match(/[a-z0-9一-鿿]+/g) ?? []).filter((x) => x.length >= 2);
  const out: string[] = [];
  for (const run of t.match(/[a-z0-9]+|[一-鿿]+/g) ?? []) {
    if (/^[a-z0-9]/.test(run) || run.length === 1) out.push(run);
    else for (let i = 0; i + 1 < run.length; i++) out.push(run.slice(i, i + 2));
  }
  return out;
}
