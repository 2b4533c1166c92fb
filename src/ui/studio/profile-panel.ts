import type { Studio } from '../../studio/internal.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { AdapterHtml } from './adapter-html.js';

/** What came of drawing the panel. */
export interface PanelState {
  readonly error: ErrorView | null;
  /** Only its beginning is shown. */
  readonly cut: boolean;
}

export const DRAWN: PanelState = { error: null, cut: false };

/** The adapter’s panel of the artifact as it is now. It is drawn anew when something that it may show is another. */
export class ProfilePanel {
  readonly #html: AdapterHtml;
  readonly #tell: (state: PanelState) => void;
  #drawn: readonly unknown[] = [];

  constructor(part: HTMLElement, tell: (state: PanelState) => void) {
    const place = document.createElement('div');
    part.append(place);
    this.#html = new AdapterHtml(place);
    this.#tell = tell;
  }

  /** Draws it the next time in any case. */
  forget(): void {
    this.#drawn = [];
  }

  draw({ adapter, view: { session, phase }, popupId }: Studio): void {
    const busy = phase !== 'idle';
    const now = [session.id, session.revision, session.workingProfile, session.messages, session.lastSimulation, busy];
    if (this.#drawn.length > 0 && now.every((one, at) => one === this.#drawn[at])) return;
    this.#drawn = now;
    void this.#show(() => adapter.renderWorkingProfile(session, { popupId, popupSelector: `#${popupId}`, busy }));
  }

  async #show(render: () => string): Promise<void> {
    try {
      this.#tell({ error: null, cut: await this.#html.show(String(render() ?? '')) });
    } catch (error) {
      this.#html.clear();
      this.#tell({ error: viewError(error), cut: false });
    }
  }
}
