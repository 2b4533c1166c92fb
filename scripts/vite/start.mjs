import { rolldown } from 'rolldown';

/** Modules that an entry imports, and what those import, without what is loaded on demand. */
export async function modulesAtStart(options) {
  const imports = new Map();
  const look = {
    name: 'look',
    moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
  };
  const build = await rolldown({ ...options, plugins: [...(options.plugins ?? []), look] });
  await build.generate({ format: 'es' });
  await build.close();
  const found = new Set(Object.values(options.input));
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}

/** The chunks that a page loads with an entry: the entry, and what it and they import. `shared`: chunks of other builds. */
export function chunksAtStart([entry, ...chunks], shared = []) {
  const atStart = new Set([entry]);
  for (const chunk of atStart) {
    for (const file of chunk.imports) {
      const imported = [...chunks, ...shared].find(({ fileName }) => fileName === file.replace(/^\.\//, ''));
      if (imported) atStart.add(imported);
    }
  }
  return [...atStart];
}
