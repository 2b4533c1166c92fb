import { type Color, parseColor, themeTokens } from './theme.js';

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
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  probe.hidden = true;
  document.body.append(probe);
  const color = parseColor(getComputedStyle(probe).color);
  probe.remove();
  return color;
}
