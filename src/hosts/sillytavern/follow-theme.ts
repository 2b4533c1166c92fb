import { type Color, parseColor, themeTokens } from './theme.js';

/** Above SillyTavern's bars and panels, below its popups and toasts. */
const LAYER = '9000';

/** Keeps an element's tokens those of SillyTavern's theme, whenever the user changes it. @returns a function that ends it. */
export function followTheme(element: HTMLElement): () => void {
  const root = document.documentElement;
  const apply = () => {
    const text = computed('--SmartThemeBodyColor');
    const ground = computed('--SmartThemeBlurTintColor');
    const accent = computed('--SmartThemeQuoteColor');
    if (!text || !ground || !accent) return;
    const tokens = themeTokens({ text, ground, accent });
    for (const name of [...element.style]) if (name.startsWith('--bh-')) element.style.removeProperty(name);
    for (const [name, value] of Object.entries(tokens)) element.style.setProperty(name, value);
    element.style.setProperty('--bh-font', 'var(--mainFontFamily)');
    element.style.setProperty('--bh-layer', LAYER);
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
