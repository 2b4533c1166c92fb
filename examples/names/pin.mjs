import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('bulkhead.json', 'utf8'));
for (const path of Object.keys(manifest.files)) {
  manifest.files[path] = `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`;
}
writeFileSync('bulkhead.json', `${JSON.stringify(manifest, null, 2)}\n`);
