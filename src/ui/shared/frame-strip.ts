import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from './element.js';
import { styles } from './styles.js';

const FRAMES = 300;
const WIDTH = 120;
const HEIGHT = 28;
const BUDGET_MS = 16.7;
/** Top of the picture. */
const FULL_MS = 50;
const PAINT_EVERY_MS = 100;

/** The last 300 frame times of the page, painted ten times a second so that the strip costs no frame itself. */
export class BulkheadFrameStrip extends BulkheadElement {
  static override styles = [
    ...styles,
    css`
      :host {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      canvas {
        width: ${WIDTH}px;
        height: ${HEIGHT}px;
        border: 1px solid var(--_line);
        border-radius: 4px;
        background: var(--_surface);
      }
      .worst {
        min-width: 11ch;
      }
    `,
  ];
  readonly #times = new Float32Array(FRAMES);
  #next = 0;
  #last = 0;
  #painted = 0;
  #frame = 0;
  #colors = { fine: '', over: '', line: '' };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#resume);
    this.#resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#resume);
    cancelAnimationFrame(this.#frame);
  }

  override render(): TemplateResult {
    return html`<canvas width=${WIDTH * 2} height=${HEIGHT * 2} role="img" data-testid="frame-strip" aria-label=${t('frames.label')}></canvas>
      <span class="worst small muted" data-testid="frame-worst"></span>`;
  }

  #resume = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#last = 0;
    if (!document.hidden) this.#frame = requestAnimationFrame(this.#tick);
  };

  #tick = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    if (this.#last > 0) {
      this.#times[this.#next % FRAMES] = now - this.#last;
      this.#next += 1;
    }
    this.#last = now;
    if (now - this.#painted < PAINT_EVERY_MS) return;
    this.#painted = now;
    this.#paint();
  };

  #paint(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    if (this.#next % 60 < 7 || this.#colors.fine === '') this.#readColors();
    const [width, height] = [canvas.width, canvas.height];
    const y = (ms: number) => height - Math.min(1, ms / FULL_MS) * height;
    context.clearRect(0, 0, width, height);
    let worst = 0;
    let spanMs = 0;
    for (let age = 1; age <= Math.min(FRAMES, this.#next); age += 1) {
      const ms = this.#times[(this.#next - age) % FRAMES] ?? 0;
      if (spanMs < 1_000) worst = Math.max(worst, ms);
      spanMs += ms;
      context.fillStyle = ms > BUDGET_MS * 1.5 ? this.#colors.over : this.#colors.fine;
      context.fillRect(width - (age * width) / FRAMES, y(ms), width / FRAMES, height);
    }
    context.fillStyle = this.#colors.line;
    context.fillRect(0, Math.round(y(BUDGET_MS)), width, 1);
    const words = this.renderRoot.querySelector<HTMLElement>('.worst');
    if (!words) return;
    words.textContent = t('frames.worst', { ms: worst.toFixed(0) });
    words.dataset.ms = worst.toFixed(1);
  }

  #readColors(): void {
    // A canvas knows no custom properties and no light-dark(): let the browser resolve them on a real element.
    const words = this.renderRoot.querySelector<HTMLElement>('.worst');
    if (!words) return;
    const read = (token: string) => {
      words.style.color = `var(${token})`;
      const color = getComputedStyle(words).color;
      words.style.color = '';
      return color;
    };
    this.#colors = { fine: read('--_accent'), over: read('--_danger'), line: read('--_faint') };
  }
}

define('bulkhead-frame-strip', BulkheadFrameStrip);
