import { type Availability, inLanguages, languageModel } from './language-model.js';

/** Whether the browser brings a model, and why it does not. */
export interface BrowserModelState {
  readonly state: 'ready' | 'downloadable' | 'downloading' | 'unavailable';
  /** What keeps it from being used at once; `null` where nothing does. */
  readonly why: string | null;
}

const STATES: { readonly [availability in Availability]: BrowserModelState } = {
  available: { state: 'ready', why: null },
  downloadable: { state: 'downloadable', why: 'the browser loads its model at the first use, some gigabytes' },
  downloading: { state: 'downloading', why: 'the browser is loading its model' },
  unavailable: {
    state: 'unavailable',
    why: 'the browser says that its model does not run on this device, or not in this language',
  },
};

/** Asks whether there is a model of the browser’s; it loads nothing. `languages`: those that will be spoken, e.g. `['en']`. */
export async function isBrowserModelThere({
  languages,
}: {
  readonly languages?: readonly string[];
} = {}): Promise<BrowserModelState> {
  const api = languageModel();
  if (!api) {
    const secure = globalThis.isSecureContext !== false;
    return missing(secure ? 'this browser brings no model' : 'the browser’s model is for pages with https alone');
  }
  try {
    const availability = await api.availability(inLanguages(languages));
    return STATES[availability] ?? missing(`the browser says ${String(availability)} of its model`);
  } catch (error) {
    return missing(`the browser does not tell of its model: ${(error as Error).message}`);
  }
}

const missing = (why: string): BrowserModelState => ({ state: 'unavailable', why });
