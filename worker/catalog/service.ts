import { checkArguments, type Mismatch, openSchema } from '../adapters/schema.js';
import { openIndex } from '../adapters/search.js';
import { decideTools, findTools } from '../protocol/card-lists.js';
import type { CatalogContract, CatalogTool } from '../protocol/catalog.js';
import { parseJson } from '../protocol/json.js';
import type { Service } from '../rpc/serve.js';

/** Prepared schemas that are kept; the one that was made first goes first. */
const KEPT_SCHEMAS = 200;

/** Indexes the tools of one page, and checks arguments of those that have no worker of their own. */
export function catalogService(): Service<CatalogContract> {
  type Row = CatalogTool & { readonly [field: string]: string };
  const index = openIndex<Row>('name', ['name', 'displayName', 'description', 'owner'], {
    name: 4,
    displayName: 3,
    owner: 2,
  });
  const schemas = new Map<string, (value: unknown) => Mismatch[]>();

  const schemaOf = (tool: string, parameters: string) => {
    let known = schemas.get(parameters);
    if (!known) {
      known = openSchema(tool, parseJson(parameters) as object);
      schemas.set(parameters, known);
      const [oldest] = schemas.keys();
      if (schemas.size > KEPT_SCHEMAS && oldest !== undefined) schemas.delete(oldest);
    }
    return known;
  };

  return {
    update({ added, removed }) {
      for (const name of removed) index.remove(name);
      for (const tool of added) index.put(tool as Row);
      return null;
    },
    search: ({ query }) => index.search(query).map(({ id, score }) => ({ name: id, score })),
    check({ tool, parameters, args }) {
      checkArguments(tool, args, schemaOf(tool, parameters));
      return null;
    },
    findTools: ({ json }) => findTools(json),
    decideTools: ({ json, decision }) => decideTools(json, decision),
  };
}
