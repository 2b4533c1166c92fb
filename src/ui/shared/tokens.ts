import { css } from 'lit';

/**
 * The design tokens, for every element's `:host`. A page sets `--bh-*` to make the elements its own; what it
 * does not set is ours. Light or dark is the browser's choice, unless the page forces one by `--bh-scheme`.
 */
export const tokens = css`
  :host {
    color-scheme: var(--bh-scheme, light dark);
    --_bg: var(--bh-bg, light-dark(#fafaf9, #151517));
    --_surface: var(--bh-surface, light-dark(#ffffff, #1c1c1f));
    --_raised: var(--bh-raised, light-dark(#f4f4f2, #242428));
    --_text: var(--bh-text, light-dark(#1a1a1c, #ececee));
    --_muted: var(--bh-muted, light-dark(#5c5c63, #a3a3ab));
    --_faint: var(--bh-faint, light-dark(#8b8b93, #74747d));
    --_line: var(--bh-line, light-dark(#e4e4e0, #2e2e33));
    --_edge: var(--bh-edge, light-dark(#c4c4be, #4a4a52));
    --_accent: var(--bh-accent, light-dark(#2f6feb, #6ea1ff));
    --_on-accent: var(--bh-on-accent, light-dark(#ffffff, #10131a));
    --_ok: var(--bh-ok, light-dark(#1a7f4b, #4cc38a));
    --_warn: var(--bh-warn, light-dark(#8a5c00, #d9a23b));
    --_danger: var(--bh-danger, light-dark(#c4302b, #ff7b72));
    --_font: var(--bh-font, system-ui, sans-serif);
    --_size: var(--bh-size, 13px);
    --_mono: var(--bh-mono, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
    --_control: 32px;
    /* The ground of what lies over other things: nothing shines through, even if a page's own colours let it. */
    --_ground: linear-gradient(var(--_surface) 0 0), linear-gradient(var(--_bg) 0 0), Canvas;
    color: var(--_text);
    font: 400 var(--_size) / 1.45 var(--_font);
    font-variant-numeric: tabular-nums;
  }
  :host(:lang(zh)) {
    line-height: 1.6;
  }
  @media (pointer: coarse) {
    :host {
      --_control: 44px;
    }
  }
  @media (forced-colors: active) {
    :host {
      --_bg: Canvas;
      --_surface: Canvas;
      --_raised: ButtonFace;
      --_text: CanvasText;
      --_muted: CanvasText;
      --_faint: GrayText;
      --_line: CanvasText;
      --_edge: ButtonBorder;
      --_accent: Highlight;
      --_on-accent: HighlightText;
      --_ok: CanvasText;
      --_warn: CanvasText;
      --_danger: CanvasText;
    }
  }
`;
