import { make } from './dom.js';

/** A colour: red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** The colours of SillyTavern's theme that count. */
interface Theme {
  /** `--SmartThemeBodyColor` */
  readonly text: Color;
  /** `--SmartThemeBlurTintColor` */
  readonly ground: Color;
  /** `--SmartThemeQuoteColor` */
  readonly accent: Color;
}

/** What can be read on its ground, after WCAG: text, and what only has to be seen. */
const READABLE = 4.5;
const VISIBLE = 3;
const BLACK: Color = [0, 0, 0, 1];
const WHITE: Color = [255, 255, 255, 1];

/** The elements' tokens for a theme. Colours that cannot be read on its ground are left out; then only light or dark is taken. */
export function themeTokens({ text, ground, accent }: Theme): { readonly [property: string]: string } {
  // A half transparent ground lies over the chat's picture; what is read stands on a whole one.
  const dark = luminance(over(ground, luminance(text) > 0.4 ? BLACK : WHITE)) < 0.4;
  const bg = over(ground, dark ? BLACK : WHITE);
  const name = dark ? 'dark' : 'light';
  const scheme = { 'color-scheme': name, '--bh-scheme': name };
  const accents =
    contrast(accent, bg) >= VISIBLE
      ? { '--bh-accent': css(accent), '--bh-on-accent': css(contrast(accent, WHITE) >= READABLE ? WHITE : BLACK) }
      : {};
  if (contrast(over(text, bg), bg) < READABLE) return { ...scheme, ...accents };
  const mixed = (share: number) => css(mix(text, bg, share));
  return {
    ...scheme,
    ...accents,
    '--bh-bg': css(bg),
    '--bh-surface': mixed(0.04),
    '--bh-raised': mixed(0.1),
    '--bh-line': mixed(0.16),
    '--bh-edge': mixed(0.34),
    '--bh-text': css(over(text, bg)),
    '--bh-muted': css(readableMix(text, bg, READABLE)),
    '--bh-faint': css(readableMix(text, bg, VISIBLE)),
  };
}

const css = ([red, green, blue]: Color): string => `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;

/** So much of `color` in a `ground`. */
function mix(color: Color, ground: Color, share: number): Color {
  const part = (i: 0 | 1 | 2) => color[i] * share + ground[i] * (1 - share);
  return [part(0), part(1), part(2), 1];
}

const over = (color: Color, ground: Color): Color => mix(color, ground, color[3]);

/** The quietest mix of a text, of at least half of it, that has the wanted contrast on the raised ground. */
function readableMix(text: Color, ground: Color, wanted: number): Color {
  const raised = mix(text, ground, 0.1);
  for (let share = wanted === READABLE ? 0.66 : 0.5; share < 1; share += 0.05) {
    const found = mix(text, ground, share);
    if (contrast(found, raised) >= wanted) return found;
  }
  return over(text, ground);
}

function luminance([red, green, blue]: Color): number {
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
}

/** From 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Reads a colour as browsers compute it: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`, `rgb(1 2 3 / 50%)`. */
export function parseColor(text: string): Color | undefined {
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(text.trim())?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (!numbers || numbers.length < 3) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map((one) =>
    one.endsWith('%') ? Number.parseFloat(one) / 100 : Number(one),
  );
  return [red, green, blue, alpha].some(Number.isNaN) ? undefined : [red, green, blue, alpha];
}

/** The font of the page; and a layer above its bars and panels, below its popups and toasts. */
const ALWAYS = { '--bh-font': 'var(--mainFontFamily)', '--bh-layer': '9000' };

/** Keeps an element's tokens those of SillyTavern's theme, whenever the user changes it. @returns a function that ends it. */
export function followTheme(element: HTMLElement): () => void {
  const root = document.documentElement;
  const apply = () => {
    const text = computed('--SmartThemeBodyColor');
    const ground = computed('--SmartThemeBlurTintColor');
    const accent = computed('--SmartThemeQuoteColor');
    const tokens = text && ground && accent ? themeTokens({ text, ground, accent }) : {};
    for (const name of [...element.style]) if (name.startsWith('--bh-')) element.style.removeProperty(name);
    for (const [name, value] of Object.entries({ ...ALWAYS, ...tokens })) element.style.setProperty(name, value);
  };
  apply();
  // SillyTavern writes its theme into the style of <html>.
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}

/** A variable as the browser computes it, in whatever notation the theme has it. */
function computed(variable: string): Color | undefined {
  const probe = make('span', { hidden: true });
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const color = parseColor(getComputedStyle(probe).color);
  probe.remove();
  return color;
}
