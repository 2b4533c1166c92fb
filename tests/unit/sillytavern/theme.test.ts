import { expect, test } from 'vitest';
import { type Color, contrast, parseColor, themeTokens } from '../../../src/hosts/sillytavern/base/theme.js';

const DARK = { text: [220, 220, 210, 1], ground: [23, 23, 23, 1], accent: [225, 138, 36, 1] } as const;
const color = (text: string | undefined): Color => parseColor(text ?? '') ?? [0, 0, 0, 0];

test('a dark theme and a light one are followed, and everything that is read can be read', () => {
  const light = { text: [30, 32, 40, 1], ground: [250, 250, 246, 0.6], accent: [20, 90, 180, 1] } as const;
  for (const [theme, scheme] of [
    [DARK, 'dark'],
    [light, 'light'],
  ] as const) {
    const tokens = themeTokens(theme);
    expect(tokens['color-scheme']).toBe(scheme);
    const grounds = ['--bh-bg', '--bh-surface', '--bh-raised'].map((name) => color(tokens[name]));
    for (const ground of grounds) {
      expect(contrast(color(tokens['--bh-text']), ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color(tokens['--bh-muted']), ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color(tokens['--bh-faint']), ground)).toBeGreaterThanOrEqual(3);
    }
    const accent = color(tokens['--bh-accent']);
    expect(contrast(color(tokens['--bh-on-accent']), accent)).toBeGreaterThanOrEqual(4.5);
  }
});

test('of a theme that nobody could read only light or dark is taken', () => {
  const grey = { ...DARK, text: [60, 60, 60, 1], accent: [30, 30, 30, 1] } as const;
  expect(themeTokens(grey)).toEqual({ 'color-scheme': 'dark', '--bh-scheme': 'dark' });
});

test('colours are read in every notation that a browser computes, and nothing else is one', () => {
  expect(parseColor('rgb(1, 2, 3)')).toEqual([1, 2, 3, 1]);
  expect(parseColor('rgba(1, 2, 3, 0.5)')).toEqual([1, 2, 3, 0.5]);
  expect(parseColor('rgb(1 2 3 / 50%)')).toEqual([1, 2, 3, 0.5]);
  for (const text of ['', 'red', 'rgb(1, 2)', 'rgb(a, b, c)', 'color(srgb 1 1 1)'])
    expect(parseColor(text)).toBe(undefined);
});
