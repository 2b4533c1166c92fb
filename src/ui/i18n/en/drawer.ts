/** What the interface says in English where it lies over a host application. */
export const EN_DRAWER = {
  'drawer.callOne': '1 call running',
  'drawer.calls': '{count} calls running',
  'drawer.callNone': 'No call is running',
  'page.toList': 'Back to plugins',
  'erase.open': 'Remove everything…',
  'erase.title': 'Delete everything Bulkhead has stored here?',
  'erase.what': 'What will be deleted:',
  'erase.plugins': 'all plugins, with everything they have stored',
  'erase.grants': 'everything you have allowed, and all secrets',
  'erase.log': 'the log of what plugins have done',
  'erase.final': 'This cannot be undone.',
  'erase.yes': 'Delete everything',
  'erase.no': 'Keep everything',
  'erase.noEnter': 'Enter does not delete. Press Space on the button.',
  'offers.title': 'Tools the model may call',
  'offers.none': 'No tool yet',
  'offers.teach':
    'Each tool of a plugin that is on gets a row with a switch here. The model hears only of those you switch on.',
  'bridges.title': 'Tools of this application',
  'bridges.used': '{count} of {all} used',
  'bridges.teach': 'Plugins’ tools and orchestrations can call these, too. Say for each what it does:',
  'bridges.none': 'This application has no function tools yet. Those that its other extensions add appear here.',
  'bridges.unused': 'not used',
  'bridges.read': 'reads',
  'bridges.write': 'writes',
  'bridges.unusedTeach': 'nobody here can call it.',
  'bridges.readTeach': 'it only looks something up. Simulations run it for real.',
  'bridges.writeTeach': 'it changes something. Simulations leave it out. When in doubt, choose this.',
  'bridges.mode': 'What {name} does',
  'bridges.missing': 'It is gone: the extension it came from is off.',
} as const;

/** One language's words for the same keys. */
export type DrawerWords = { readonly [key in keyof typeof EN_DRAWER]: string };
