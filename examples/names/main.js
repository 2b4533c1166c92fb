import { pick } from './lib/pick.js';
import names from './names.json' with { type: 'json' };

registerTool({
  name: 'draw_name',
  description: 'Draws a name from a list.',
  mode: 'read',
  exec: () => ({ name: pick(names) }),
});
