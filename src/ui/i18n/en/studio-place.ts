/** What the interface says in English where the studio is begun. */
export const EN_STUDIO_PLACE = {
  'place.studio': 'Studio',
  'begin.loading': 'Opening the studio…',
  'begin.teach':
    'A model proposes changes, and you see each of them before anything happens: take it, refuse single lines of it, or take it back later.',
  'begin.noModel': 'No model is connected: it is asked about each step, so connect one first.',
  'begin.connect': 'Connect a model',
  'begin.model': 'Model',
  'begin.by': '{name} answers',
  'begin.example': 'See it done first',
  'begin.exampleTeach':
    'A recorded model writes a small tool while you decide about its steps. No model is running, and nothing leaves this device.',
  'begin.play': 'Play the example',
  'begin.plugin': 'Tools',
  'begin.pluginTeach':
    'Write a tool with a model, or repair one. Each proposal is loaded and tried in a sandbox of its own before you decide.',
  'begin.pluginNew': 'Write a new tool',
  'begin.pluginRepair': 'Repair',
  'begin.pluginRepairName': 'Repair “{name}”',
  'begin.pluginNone': 'No plugin is installed yet that could be repaired.',
  'begin.pluginOf': 'Installed',
  'begin.schema': 'Memory schema',
  'begin.schemaTeach': 'What kinds of things the long-term memory keeps, how they relate, and which fields they have.',
  'begin.schemaNew': 'Edit the schema',
  'begin.profile': 'Orchestration',
  'begin.profileTeach':
    'Who works on an answer, in which order and with what instructions. Each proposal is rehearsed as a whole before you decide.',
  'begin.profileNew': 'Edit the orchestration',
  'begin.sample': 'Tell me in three sentences why ships have bulkheads.',
  'begin.kept': 'Go on with',
  'begin.keptNone': 'What you begin above is kept on this device, with all that was said and decided, and stands here.',
  'begin.unnamed': 'Nothing said yet',
  'begin.turns': 'requests: {count}',
  'begin.goOn': 'Go on',
  'begin.goOnName': 'Go on with “{name}”',
  'begin.all': 'Show all {count}',
  'begin.opening': 'Opening…',
  'begin.failed': 'The studio could not be opened',
  'begin.keptFailed': 'What is kept could not be read',
} as const;

/** The same keys in another language. */
export type StudioPlaceWords = { readonly [key in keyof typeof EN_STUDIO_PLACE]: string };
